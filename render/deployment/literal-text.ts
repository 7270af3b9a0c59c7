/** Writes a text so that it arrives as it was typed: Kubernetes reads $(NAME) and $$ in commands and values. */
export function literalText(text: string): string {
  return text.includes("$(") || text.includes("$$") ? text.replaceAll("$", "$$$$") : text;
}
