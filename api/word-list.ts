/** Reads what a setting lists, comma separated. */
export const words = (text: string): string[] => text.split(",").flatMap((word) => word.trim() || []);
