import { ConfigError } from './config.ts'

/** What the words behind `npm start --` ask for. Throws `ConfigError` for a word that means nothing. */
export function parseFlags(words: readonly string[]): { isDemo: boolean } {
  const unknown = words.find((word) => word !== '--demo')
  if (unknown !== undefined)
    throw new ConfigError(`"${unknown}" means nothing here; the product is started alone or with --demo.`)
  return { isDemo: words.length > 0 }
}
