import type { Request } from 'express'

/**
 * The languages that a reader may get, by their codes. `known` has all, `offered` the languages for readers without a choice;
 * its first is the default.
 */
export type ReaderLanguages<Code extends string> = {
  known: readonly Code[]
  offered: readonly [Code, ...Code[]]
}

/** Returns the language of the cookie `language`, else the offered one that suits `Accept-Language` best, else the default. */
export function readerLanguage<Code extends string>(
  request: Pick<Request, 'headers' | 'acceptsLanguages'>,
  { known, offered }: ReaderLanguages<Code>,
): Code {
  const chosen = /(?:^|;\s*)language=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
  const accepted = () => request.acceptsLanguages([...offered])
  return known.find((code) => code === chosen) ?? offered.find((code) => code === accepted()) ?? offered[0]
}
