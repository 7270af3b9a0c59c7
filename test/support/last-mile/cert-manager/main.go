// cert-manager's controller without its command: the released command is a module of its own that is not in the main module's zip.
// Only what a platform with ACME, CA and self-signed issuers needs is registered. What follows the Gateway API runs where its kinds are.
package main

import (
	"context"
	"flag"
	"net"
	"net/http"
	"os"
	"os/signal"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	clocktesting "k8s.io/utils/clock/testing"

	apiutil "github.com/cert-manager/cert-manager/pkg/api/util"
	"github.com/cert-manager/cert-manager/pkg/controller"
	_ "github.com/cert-manager/cert-manager/pkg/controller/acmechallenges"
	_ "github.com/cert-manager/cert-manager/pkg/controller/acmeorders"
	_ "github.com/cert-manager/cert-manager/pkg/controller/certificate-shim/gateways"
	_ "github.com/cert-manager/cert-manager/pkg/controller/certificate-shim/ingresses"
	_ "github.com/cert-manager/cert-manager/pkg/controller/certificate-shim/listenerset"
	_ "github.com/cert-manager/cert-manager/pkg/controller/certificaterequests/acme"
	_ "github.com/cert-manager/cert-manager/pkg/controller/certificaterequests/approver"
	_ "github.com/cert-manager/cert-manager/pkg/controller/certificaterequests/ca"
	_ "github.com/cert-manager/cert-manager/pkg/controller/certificaterequests/selfsigned"
	_ "github.com/cert-manager/cert-manager/pkg/controller/certificates/issuing"
	_ "github.com/cert-manager/cert-manager/pkg/controller/certificates/keymanager"
	_ "github.com/cert-manager/cert-manager/pkg/controller/certificates/metrics"
	_ "github.com/cert-manager/cert-manager/pkg/controller/certificates/readiness"
	_ "github.com/cert-manager/cert-manager/pkg/controller/certificates/requestmanager"
	_ "github.com/cert-manager/cert-manager/pkg/controller/certificates/revisionmanager"
	_ "github.com/cert-manager/cert-manager/pkg/controller/certificates/trigger"
	_ "github.com/cert-manager/cert-manager/pkg/controller/clusterissuers"
	_ "github.com/cert-manager/cert-manager/pkg/controller/issuers"
	_ "github.com/cert-manager/cert-manager/pkg/issuer/acme"
	_ "github.com/cert-manager/cert-manager/pkg/issuer/ca"
	_ "github.com/cert-manager/cert-manager/pkg/issuer/selfsigned"
	logf "github.com/cert-manager/cert-manager/pkg/logs"
	utilfeature "github.com/cert-manager/cert-manager/pkg/util/feature"
)

// The controllers that follow the Gateway API, by the names that they have among all.
var ofGateways = map[string]bool{"gateway-shim": true, "listenerset": true}

func main() {
	var kubeconfig, namespace, solver, dns, listen string
	var recursiveOnly, gateways, stepped bool
	var retry, minBackoff time.Duration
	flag.StringVar(&kubeconfig, "kubeconfig", "", "kubeconfig; without it the service account of the pod")
	flag.StringVar(&namespace, "cluster-resource-namespace", "cert-manager", "where a ClusterIssuer's secrets lie")
	flag.StringVar(&solver, "acme-http01-solver-image", "localhost/acmesolver:1", "image of the HTTP-01 solver pod")
	flag.StringVar(&dns, "recursive-nameservers", "", "host:port,... asked by the self-checks of DNS-01 and HTTP-01")
	flag.BoolVar(&recursiveOnly, "dns01-recursive-nameservers-only", false, "self-check by these only, not by the authoritative servers")
	flag.DurationVar(&retry, "dns01-check-retry-period", 10*time.Second, "time between two self-checks")
	flag.DurationVar(&minBackoff, "certificate-request-minimum-backoff-duration", time.Hour, "first wait after a failed certificate")
	flag.BoolVar(&gateways, "gateway-api", false, "follow Gateways and ListenerSets, and answer HTTP-01 by routes of theirs")
	flag.Func("feature-gates", "NAME=true,... (ListenerSets is off by default)", utilfeature.DefaultMutableFeatureGate.Set)
	flag.BoolVar(&stepped, "stepped-clock", false, "have the controllers' clock set by POST /clock?ahead=1440h; it runs on from there")
	flag.StringVar(&listen, "listen", ":9402", "address of /livez and /clock")
	flag.Parse()

	logf.InitLogs()
	ctx, stop := signal.NotifyContext(logf.NewContext(context.Background(), logf.Log), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	var servers []string
	if dns != "" {
		servers = strings.Split(dns, ",")
	}
	factory, err := controller.NewContextFactory(ctx, controller.ContextOptions{
		Kubeconfig: kubeconfig, KubernetesAPIQPS: 20, KubernetesAPIBurst: 50,
		IssuerOptions: controller.IssuerOptions{ClusterResourceNamespace: namespace},
		ACMEOptions: controller.ACMEOptions{
			HTTP01SolverImage: solver, ACMEHTTP01SolverRunAsNonRoot: true,
			HTTP01SolverResourceRequestCPU: resource.MustParse("10m"), HTTP01SolverResourceRequestMemory: resource.MustParse("16Mi"),
			HTTP01SolverResourceLimitsCPU: resource.MustParse("100m"), HTTP01SolverResourceLimitsMemory: resource.MustParse("64Mi"),
			HTTP01SolverNameservers: servers, DNS01Nameservers: servers,
			DNS01CheckAuthoritative: !recursiveOnly, DNS01CheckRetryPeriod: retry,
		},
		IngressShimOptions: controller.IngressShimOptions{DefaultIssuerKind: "Issuer", DefaultIssuerGroup: "cert-manager.io", DefaultAutoCertificateAnnotations: []string{"kubernetes.io/tls-acme"}},
		CertificateOptions: controller.CertificateOptions{
			CopiedAnnotationPrefixes:                 []string{"*", "-kubectl.kubernetes.io/", "-fluxcd.io/", "-argocd.argoproj.io/"},
			CertificateRequestMinimumBackoffDuration: minBackoff, CertificateRequestMaximumBackoffDuration: 32 * time.Hour,
		},
		SchedulerOptions: controller.SchedulerOptions{MaxConcurrentChallenges: 60},
		ConfigOptions:    controller.ConfigOptions{EnableGatewayAPI: gateways, EnableGatewayAPIListenerSet: gateways},
	})
	fail(err)
	mux := http.NewServeMux()
	if stepped {
		mux.Handle("POST /clock", stepClock(factory))
	}
	shared, err := factory.Build()
	fail(err)

	var running sync.WaitGroup
	var runs []func()
	for name, construct := range controller.Known() {
		if ofGateways[name] && !gateways {
			continue
		}
		one, err := construct(factory)
		if err != nil {
			logf.Log.Error(err, "cannot make controller", "controller", name)
			os.Exit(1)
		}
		runs = append(runs, func() {
			if err := one.Run(5, ctx); err != nil {
				logf.Log.Error(err, "controller ended", "controller", name)
				stop()
			}
		})
	}
	// after every controller has asked for its informers
	shared.SharedInformerFactory.Start(ctx.Done())
	shared.KubeSharedInformerFactory.Start(ctx.Done())
	shared.HTTP01ResourceMetadataInformersFactory.Start(ctx.Done())
	shared.GWShared.Start(ctx.Done())
	for _, run := range runs {
		running.Go(run)
	}
	ready, err := net.Listen("tcp", listen)
	fail(err)
	mux.HandleFunc("/livez", func(http.ResponseWriter, *http.Request) {})
	go func() { fail(http.Serve(ready, mux)) }()
	running.Wait()
}

// stepClock gives the controllers that are made from now on a clock of their own, which is ahead by what was asked for last.
// What signs updates of a zone, and TLS, read the machine's. The factory keeps its context to itself, without another way in.
func stepClock(factory *controller.ContextFactory) http.HandlerFunc {
	clock := clocktesting.NewFakeClock(time.Now())
	(*controller.Context)(reflect.ValueOf(factory).Elem().FieldByName("ctx").UnsafePointer()).Clock = clock
	apiutil.Clock = clock
	var lock sync.Mutex
	var ahead time.Duration
	set := func() {
		lock.Lock()
		defer lock.Unlock()
		clock.SetTime(time.Now().Add(ahead))
	}
	go func() {
		for range time.Tick(100 * time.Millisecond) {
			set()
		}
	}()
	return func(answer http.ResponseWriter, asked *http.Request) {
		wanted, err := time.ParseDuration(asked.URL.Query().Get("ahead"))
		if err != nil {
			http.Error(answer, err.Error(), http.StatusBadRequest)
			return
		}
		lock.Lock()
		ahead = wanted
		lock.Unlock()
		set()
	}
}

func fail(err error) {
	if err != nil {
		logf.Log.Error(err, "cannot start")
		os.Exit(1)
	}
}
