/** Returns a number with its noun: "1 project", "2 projects". */
export const withNoun = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
