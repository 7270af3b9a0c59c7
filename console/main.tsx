import { render } from "preact";
import { App } from "./app.tsx";
import { openSession } from "./store/open-session.ts";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/parts.css";
import "./styles/tables.css";
import "./styles/detail.css";
import "./styles/home.css";
import "./styles/actions.css";
import "./styles/table.css";
import "./styles/plots.css";
import "./styles/terminal.css";

/** Starts the console: who is it, then the page of the address. */
const place = document.getElementById("console");
if (place === null) throw new Error("The page has no place for the console");
render(<App />, place);
openSession();
