import { Argument } from "commander";
import type { Define } from "./command.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];
const ASK = "berth __complete --";

/** What each shell is to be told; all of them ask `berth` itself, so that live names are among the answers. */
const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `_berth() {
  local IFS=$'\\n'
  COMPREPLY=($(${ASK} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _berth berth`,
  zsh: `#compdef berth
_berth() {
  local -a found
  found=("\${(@f)$(${ASK} "\${words[@]:1:$((CURRENT - 1))}" 2>/dev/null)}")
  compadd -a found
}
compdef _berth berth`,
  fish: `complete -c berth -f -a '(${ASK} (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
};

/** `berth completion`: what makes a shell complete commands, options and live names. */
export const define: Define = (command, act) => {
  command
    .addArgument(new Argument("<shell>", "which one").choices(SHELLS))
    .addHelpText(
      "after",
      '\nbash: eval "$(berth completion bash)" in ~/.bashrc; zsh the same in ~/.zshrc; fish: berth completion fish | source',
    )
    .action(
      act(({ out }, _options: object, shell: Shell) => {
        out.text(SCRIPTS[shell]);
        return Promise.resolve();
      }),
    );
};
