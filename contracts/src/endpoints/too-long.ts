import { rule } from '../texts/text.ts'

/**
 * Returns what `max` of a text needs to know about texts with more than `maxLength` characters. The message is made when it is needed: the
 * first formatter of numbers takes a slow phone a twentieth of a second, and many screens load the schemas.
 */
export const tooLong = (maxLength: number) => ({
  error: (): string => rule('atMostCharacters', { count: maxLength }),
})
