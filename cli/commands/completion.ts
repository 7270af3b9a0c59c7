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
  found=(\${(f)"$(${ASK} "\${words[@]:1:$((CURRENT - 1))}" 2>/dev/null)"})
  if (( $#found )); then compadd -a found; else _files; fi
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
compdef _berth berth`,
  fish: `function __berth_complete
  set -l found (${ASK} (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c berth -f -a '(__berth_complete)'`,
};

/** `berth completion`: what makes a shell complete commands, options and live names. */
export const define: Define = (command, act) => {
  command
    .addArgument(new Argument("<shell>", "which one").choices(SHELLS))
    .addHelpText(
      "after",
      '\nbash: eval "$(berth completion bash)" in ~/.bashrc; zsh the same in ~/.zshrc, after compinit; fish: berth completion fish | source',
    )
    .action(
      act(({ out }, _options: object, shell: Shell) => {
        out.text(SCRIPTS[shell]);
        return Promise.resolve();
      }),
    );
};
