// The parameters in paths of endpoints: each name has one schema, so the path says which parameters an endpoint has.

import { z } from 'zod'
import { totalDays } from '../challenge/challenge-day.ts'
import { rule } from '../texts/text.ts'

/** An id in a path. Real ids are shorter than this; an unknown or malformed id is a 404, not a 400. */
const id = z.string().max(100)
const shortId = z.string().max(64)

/** The fingerprint of the key with which an installation signs its backup files. */
export const backupKeyFingerprint = z.string().regex(/^[0-9a-f]{32}$/, rule('notAKey'))

/** All other parameters are an `id`. A parameter called `user` may also be a username without regard to case. */
const parameters = {
  backupId: shortId,
  day: z.coerce.number().int().min(1).max(totalDays),
  fingerprint: backupKeyFingerprint,
  operationId: shortId,
}
type Parameters = typeof parameters

type NamesIn<Path extends string> = Path extends `${string}:${infer Tail}`
  ? Tail extends `${infer Name}/${infer Rest}`
    ? Name | NamesIn<Rest>
    : Tail
  : never
type Shape<Path extends string> = {
  [Name in NamesIn<Path>]: Name extends keyof Parameters ? Parameters[Name] : typeof id
}

/** What a definition has of the parameters of its path; nothing for a path without any. */
export type ParamsOf<Path extends string> = [NamesIn<Path>] extends [never]
  ? object
  : { params: z.ZodObject<Shape<Path>> }

/** Returns the schema of the parameters in a path. */
export function paramsOf<Path extends string>(path: Path): ParamsOf<Path> {
  const known: Readonly<Record<string, z.ZodType>> = parameters
  const shape = Object.fromEntries(
    Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => [name, known[name] ?? id]),
  )
  // Safe: these are the names that the types find in the path.
  return (path.includes(':') ? { params: z.object(shape) } : {}) as ParamsOf<Path>
}
