import { tooLongMessage, type AddSavedTextRequest } from '@thirty/contracts/api/admin/saved-texts.ts'
import type { SavedTextContent } from '@thirty/contracts/api/admin/saved-texts.ts'
import type { SavedTextEvent } from '@thirty/contracts/events/saved-texts.ts'
import { Refusal, refuse, refuseField } from '@thirty/contracts/refusals.ts'
import { maxReviewText, maxSavedTexts, type SavedTextKind } from '@thirty/contracts/rules/saved-texts.ts'
import { normalizeForSearch } from '@thirty/contracts/rules/text/search-text.ts'
import type { SavedText, SavedTexts } from './evolve.ts'

/** Adds a text. Ids are never reused, so the command is a retry if the text exists. */
export function add(
  texts: SavedTexts,
  { id, kind, title, text }: AddSavedTextRequest & { id: string },
): SavedTextEvent[] {
  if (texts.has(id)) return []
  if ([...texts.values()].filter((other) => other.kind === kind).length >= maxSavedTexts)
    refuse('saved-texts-full', `At most ${maxSavedTexts} texts can be saved. Delete one first.`)
  refuseTakenTitle(texts, { id, kind, title })
  return [{ type: 'SavedTextAdded', data: { savedText: id, kind, title, text } }]
}

/** What an admin has read before changing or deleting it. */
export type Seen = { id: string; version: string }

/** Changes title and text, unless another admin has changed them since. */
export function change(
  texts: SavedTexts,
  { id, version, title, text }: Seen & SavedTextContent,
): SavedTextEvent[] {
  const current = requireText(texts, id)
  if (current.title === title && current.text === text) return []
  refuseOutdated(current, version)
  const { kind } = current
  if (text.length > maxReviewText[kind]) refuseField('text', tooLongMessage(kind))
  refuseTakenTitle(texts, { id, kind, title })
  return [{ type: 'SavedTextChanged', data: { savedText: id, title, text } }]
}

/** Deletes a text, unless another admin has changed it since. */
export function remove(texts: SavedTexts, { id, version }: Seen): SavedTextEvent[] {
  refuseOutdated(requireText(texts, id), version)
  return [{ type: 'SavedTextDeleted', data: { savedText: id } }]
}

const requireText = (texts: SavedTexts, id: string): SavedText =>
  texts.get(id) ?? refuse('saved-text-not-found', 'This saved text was deleted')

function refuseOutdated({ title, text, by, at, position }: SavedText, version: string): void {
  if (position <= BigInt(version)) return
  throw new Refusal('changed-meanwhile', 'Another admin changed this text after you opened it', undefined, {
    newerText: { title, text, by, at, byName: '', version: position.toString() },
  })
}

/** Two texts of a kind never have the same title, regardless of case and accents. */
function refuseTakenTitle(
  texts: SavedTexts,
  { id, kind, title }: { id: string; kind: SavedTextKind; title: string },
): void {
  const wanted = normalizeForSearch(title)
  const isTaken = [...texts].some(
    ([other, saved]) => other !== id && saved.kind === kind && normalizeForSearch(saved.title) === wanted,
  )
  if (!isTaken) return
  const message = 'Another saved text has this title'
  refuse('name-taken', message, { title: message })
}
