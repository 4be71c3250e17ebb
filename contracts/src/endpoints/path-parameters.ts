// The parameters in paths of endpoints: each name has one schema, so the path says which parameters an endpoint has.

import { z } from 'zod'
import { totalDays } from '../challenge/challenge-day.ts'
import { rule } from '../texts/text.ts'

/** An id in a path. Real ids are shorter than this; an unknown or malformed id is a 404, not a 400. */
const id = z.string().max(100)
const shortId = z.string().max(64)

/** The fingerprint of the key with which an installation signs its backup files. */
export const backupKeyFingerprint = z.string().regex(/^[0-9a-f]{32}$/, rule('notAKey'))

const parameters = {
  backupId: shortId,
  /** Of a certificate. */
  code: id,
  commentId: id,
  day: z.coerce.number().int().min(1).max(totalDays),
  deliveryId: id,
  discussionId: id,
  fingerprint: backupKeyFingerprint,
  invitationId: id,
  operationId: shortId,
  passkeyId: id,
  projectId: id,
  replyId: id,
  savedTextId: id,
  sessionId: id,
  /** The id of a user, or a username without regard to case. */
  user: id,
  userId: id,
  webhookId: id,
}

type NamesIn<Path extends string> = Path extends `${string}:${infer Tail}`
  ? Tail extends `${infer Name}/${infer Rest}`
    ? Name | NamesIn<Rest>
    : Tail
  : never
type Shape<Path extends string> = Pick<typeof parameters, NamesIn<Path> & keyof typeof parameters>

/** What a definition has of the parameters of its path; nothing for a path without any. */
export type ParamsOf<Path extends string> = [NamesIn<Path>] extends [never]
  ? object
  : { params: z.ZodObject<Shape<Path>> }

/** Returns the schema of the parameters in a path. */
export function paramsOf<Path extends string>(path: Path): ParamsOf<Path> {
  // Safe: the types know no others, and a spec compares all paths with their schemas.
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name as keyof typeof parameters)
  const shape = Object.fromEntries(names.map((name) => [name, parameters[name]]))
  return (names.length === 0 ? {} : { params: z.object(shape) }) as ParamsOf<Path>
}
