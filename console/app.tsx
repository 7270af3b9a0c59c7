import type { VNode } from "preact";
import { ErrorBoundary, lazy, LocationProvider, Route, Router, useLocation } from "preact-iso";
import { NotHere } from "./parts/not-here.tsx";
import { ProblemNote } from "./parts/problem-note.tsx";
import { Shell } from "./parts/shell.tsx";
import { HomePage } from "./pages/home/home-page.tsx";
import { PEOPLE_PAGES } from "./people-pages.ts";
import { SignInPage } from "./pages/sign-in/sign-in-page.tsx";
import { isPageLoading } from "./store/list-kinds.ts";
import { session } from "./store/session.ts";

const DeploymentsPage = lazy(() =>
  import("./pages/deployments/deployments-page.tsx").then((page) => page.DeploymentsPage),
);
const NewDeploymentPage = lazy(() =>
  import("./pages/deployment-form/new-deployment-page.tsx").then((page) => page.NewDeploymentPage),
);
const ChangeDeploymentPage = lazy(() =>
  import("./pages/deployment-form/change-deployment-page.tsx").then((page) => page.ChangeDeploymentPage),
);
const PromotePage = lazy(() => import("./pages/deployment-promote/promote-page.tsx").then((page) => page.PromotePage));
const DeploymentPage = lazy(() => import("./pages/deployment/deployment-page.tsx").then((page) => page.DeploymentPage));
const ClustersPage = lazy(() => import("./pages/clusters/clusters-page.tsx").then((page) => page.ClustersPage));
const NewClusterPage = lazy(() =>
  import("./pages/cluster-form/new-cluster-page.tsx").then((page) => page.NewClusterPage),
);
const ImportClusterPage = lazy(() =>
  import("./pages/cluster-import/import-cluster-page.tsx").then((page) => page.ImportClusterPage),
);
const AdoptPage = lazy(() => import("./pages/cluster-adopt/adopt-page.tsx").then((page) => page.AdoptPage));
const ClusterPage = lazy(() => import("./pages/cluster/cluster-page.tsx").then((page) => page.ClusterPage));
const DatabasesPage = lazy(() => import("./pages/databases/databases-page.tsx").then((page) => page.DatabasesPage));
const NewDatabasePage = lazy(() =>
  import("./pages/database-form/new-database-page.tsx").then((page) => page.NewDatabasePage),
);
const ChangeDatabasePage = lazy(() =>
  import("./pages/database-form/change-database-page.tsx").then((page) => page.ChangeDatabasePage),
);
const DatabasePage = lazy(() => import("./pages/database/database-page.tsx").then((page) => page.DatabasePage));
const RegisterPage = lazy(() => import("./pages/register/register-page.tsx").then((page) => page.RegisterPage));
const InvitationPage = lazy(() => import("./pages/invitation/invitation-page.tsx").then((page) => page.InvitationPage));

/** Other addresses of this origin, such as /docs, are the browser's. */
const PAGES =
  /^\/(?:$|\?|(?:sign-in|register|deployments|clusters|databases|invitations|organization|account|admin)(?:[/?]|$))/;

const DOORS = ["/sign-in", "/register"];

/** The console: what is shown for whom, by the address. */
export function App(): VNode {
  return (
    <LocationProvider scope={PAGES}>
      <Gate />
    </LocationProvider>
  );
}

/** A page about another thing begins anew: its address alone tells it from the one before, of which nothing may be left in it. */
function Page<Props>(given: Parameters<typeof Route<Props>>[0]): VNode {
  return <Route key={given.path} {...given} />;
}

/** Whoever has signed in is at the door's address still. */
function Elsewhere(): VNode {
  const { path } = useLocation();
  return DOORS.includes(path) ? <HomePage /> : <NotHere what="This page" href="/" all="Home" />;
}

const pageLoads = (): unknown => (isPageLoading.value = true);
const pageIsLoaded = (): unknown => (isPageLoading.value = false);

function Gate(): VNode | null {
  const { path, query } = useLocation();
  const now = session.value;
  if (now.state === "asking") return null;
  if (now.state === "unknown")
    return (
      <main class="doorway">
        <ProblemNote problem={now.problem} />
      </main>
    );
  if (path.startsWith("/invitations/") && !(now.state === "out" && "sign-in" in query))
    return (
      <ErrorBoundary>
        <InvitationPage />
      </ErrorBoundary>
    );
  if (now.state === "out")
    return <ErrorBoundary>{path === "/register" ? <RegisterPage /> : <SignInPage />}</ErrorBoundary>;
  return (
    <Shell key={now.me.id}>
      <ErrorBoundary>
        <Router onLoadStart={pageLoads} onLoadEnd={pageIsLoaded}>
          <Page path="/" component={HomePage} />
          <Page path="/deployments" component={DeploymentsPage} />
          <Page path="/deployments/new" component={NewDeploymentPage} />
          <Page path="/deployments/:id/change" component={ChangeDeploymentPage} />
          <Page path="/deployments/:id/promote" component={PromotePage} />
          <Page path="/deployments/:id" component={DeploymentPage} />
          <Page path="/clusters" component={ClustersPage} />
          <Page path="/clusters/new" component={NewClusterPage} />
          <Page path="/clusters/import" component={ImportClusterPage} />
          <Page path="/clusters/:id/adopt" component={AdoptPage} />
          <Page path="/clusters/:id" component={ClusterPage} />
          <Page path="/databases" component={DatabasesPage} />
          <Page path="/databases/new" component={NewDatabasePage} />
          <Page path="/databases/:id/change" component={ChangeDatabasePage} />
          <Page path="/databases/:id" component={DatabasePage} />
          {PEOPLE_PAGES.map(({ path: at, component }) => (
            <Page key={at} path={at} component={component} />
          ))}
          <Page default component={Elsewhere} />
        </Router>
      </ErrorBoundary>
    </Shell>
  );
}
