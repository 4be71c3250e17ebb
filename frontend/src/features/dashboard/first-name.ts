/** Returns the first name for a greeting. */
export const firstName = (name: string): string => name.trim().split(/\s+/u)[0] ?? name
