// How much each person has written in a stream, and the limit for feedback and comments about a project.

import type { ProjectEvent } from '../projects/events.ts'

/**
 * The author, kind and size of each text in a stream, the newest first, including texts that were replaced or removed later: they stay
 * in the stream, and every command about it reads them. A linked list, so that evolving copies nothing.
 */
export type WrittenTexts = WrittenText | undefined
type WrittenText = { by: string; kind: TextKind; bytes: number; previous: WrittenTexts }
type TextKind = 'rating' | 'comment' | 'reply' | 'other'

/** Returns the texts with one more. */
export const addText = (
  previous: WrittenTexts,
  { by, kind, text }: { by: string; kind: TextKind; text: string },
): WrittenText => ({ by, kind, bytes: textBytes(text), previous })

/** Returns how many texts a person wrote, of all kinds or of one, and their size in bytes. */
export function textsBy(texts: WrittenTexts, by: string, kind?: TextKind): { count: number; bytes: number } {
  let [count, bytes] = [0, 0]
  for (let entry = texts; entry !== undefined; entry = entry.previous) {
    if (entry.by !== by || (kind !== undefined && entry.kind !== kind)) continue
    count += 1
    bytes += entry.bytes
  }
  return { count, bytes }
}

/** Returns the size of a text in the log, in bytes of UTF-8. Only counts: encoding takes fifteen times as long. */
export const textBytes = (text: string): number => Buffer.byteLength(text)

/** Returns the text of a rating or comment and who wrote it; `undefined` for other events. */
export function reactionText(
  event: ProjectEvent,
): { by: string; kind: 'rating' | 'comment'; text: string } | undefined {
  if (event.type === 'ProjectRated')
    return { by: event.data.rater, kind: 'rating', text: event.data.feedback }
  if (event.type === 'CommentPosted') return { by: event.data.by, kind: 'comment', text: event.data.text }
  return undefined
}

/**
 * Maximum size in bytes of the feedback and the comments of one person about one project: as much as thirteen texts of the
 * greatest length, or five hundred comments of a sentence or two.
 */
export const maxReactionBytes = 65_536
