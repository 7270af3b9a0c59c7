/** Says an operation in words: "createApiKey" is "Create api key". */
export function sayAction(operation: string): string {
  const words = operation.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
