/** Says a name of the interface in words: "createApiKey" is "Create api key". */
export function sentenceCase(name: string): string {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
