/**
 * Whether an English message begins with the name of its field, so that it needs no label: "Full name is required" for `fullName` and "Full
 * name".
 */
export const namesField = (field: string, message: string): boolean =>
  letters(message).startsWith(letters(field))

const letters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '')
