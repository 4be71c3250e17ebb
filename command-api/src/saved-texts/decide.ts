// Decides about saved texts, which admins insert into rejections and feedback. They belong to the installation: titles are unique and their
// number is limited, so they are in one stream, which no reset or backup changes. A text is copied into a review and not referenced: the
// event of the review has the words that the participant reads. Uses are counted from reviews that name the text. The browser names it only
// while the field still has the text as it was inserted; backup files leave the name out. The browser fills in placeholders, so that the
// admin reads what the participant will read; for several submissions the server does. A saved text must not contain names, because it
// outlives accounts: when a typed text is saved, the names in it become placeholders again. A change carries the version that the admin
// read.

import type { AddSavedTextRequest, SavedTextContent } from '@thirty/contracts/saved-texts/api.ts'
import type { SavedTextEvent, SavedText, SavedTexts } from '@thirty/contracts/saved-texts/events.ts'
import { Refusal, refuse, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import {
  maxReviewText,
  maxSavedTexts,
  type SavedTextKind,
} from '@thirty/contracts/saved-texts/saved-texts.ts'
import { normalizeForSearch } from '@thirty/contracts/user-texts/search-text.ts'
import { say } from '@thirty/contracts/texts/text.ts'

/** Adds a text. Ids are never reused, so the command is a retry if the text exists. */
export function add(
  texts: SavedTexts,
  { id, kind, title, text }: AddSavedTextRequest & { id: string },
): SavedTextEvent[] {
  if (texts.has(id)) return []
  if ([...texts.values()].filter((other) => other.kind === kind).length >= maxSavedTexts)
    refuse('saved-texts-full', 'savedTextsFull', { count: maxSavedTexts })
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
  if (text.length > maxReviewText[kind])
    refuseField('text', say('atMostCharacters', { count: maxReviewText[kind] }))
  refuseTakenTitle(texts, { id, kind, title })
  return [{ type: 'SavedTextChanged', data: { savedText: id, title, text } }]
}

/** Deletes a text, unless another admin has changed it since. */
export function remove(texts: SavedTexts, { id, version }: Seen): SavedTextEvent[] {
  refuseOutdated(requireText(texts, id), version)
  return [{ type: 'SavedTextDeleted', data: { savedText: id } }]
}

const requireText = (texts: SavedTexts, id: string): SavedText =>
  texts.get(id) ?? refuse('saved-text-not-found', 'savedTextDeleted')

function refuseOutdated({ title, text, by, at, position }: SavedText, version: string): void {
  if (position <= BigInt(version)) return
  throw new Refusal('changed-meanwhile', say('savedTextChanged'), undefined, {
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
  if (isTaken) refuseField('title', 'titleTaken', 'name-taken')
}
