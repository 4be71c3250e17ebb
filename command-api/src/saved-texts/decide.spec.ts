import { recordedTexts, type SavedTextEvent } from '@thirty/contracts/saved-texts/events.ts'
import { maxSavedTexts } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { expect, test } from 'vitest'
import { deciderSpec, deciding, refused } from '@thirty/command-api/testing/decider-spec.ts'
import { admin, personId } from '@thirty/command-api/testing/people.ts'
import type { Recorded } from '../fold.ts'
import { add, change, remove } from './decide.ts'

const at = '2026-03-02T08:00:00.000Z'
const { rule } = deciderSpec(recordedTexts)
const recorded = (event: SavedTextEvent, position: bigint, actor = admin): Recorded<SavedTextEvent> => ({
  ...event,
  id: `event-${position}`,
  at,
  position,
  metadata: { correlation: 'c', causation: 'c', actor },
})

const link = { savedText: 'link', kind: 'rejection', title: 'Dead link', text: 'The link is dead.' } as const
const added = (
  data: Partial<Extract<SavedTextEvent, { type: 'SavedTextAdded' }>['data']> = {},
  position = 5n,
) => recorded({ type: 'SavedTextAdded', data: { ...link, ...data } }, position)
const better = { title: 'Dead link', text: 'Nobody answers at the live link.' }
const changed = (position = 9n) =>
  recorded({ type: 'SavedTextChanged', data: { savedText: 'link', ...better } }, position, personId(7))
const deleted = recorded({ type: 'SavedTextDeleted', data: { savedText: 'link' } }, 12n)
const { savedText: id, ...content } = link

const adding = deciding(add, { id, ...content })
const changing = (version: string, to: { title: string; text: string } = better, of: string = id) =>
  deciding(change, { id: of, version, ...to })()
const removing = (version: string) => deciding(remove, { id, version })()
const saved = (data: object = {}) =>
  ({ type: 'SavedTextAdded', data: { ...link, ...data } }) as SavedTextEvent
const rewritten = (to: object = better) =>
  ({ type: 'SavedTextChanged', data: { savedText: id, ...to } }) as SavedTextEvent
const mine = { title: 'Mine', text: 'Mine.' }
const otherTitle = { title: 'Mine', text: link.text }
const otherText = { title: link.title, text: 'Mine.' }

rule(
  'an admin saves a text once, and changes the one that they have read',
  [[], adding(), [saved()]],
  [[added()], adding(), []],
  [[added()], changing('5'), [rewritten()]],
  [[added()], changing('5', otherTitle), [rewritten(otherTitle)]],
  [[added()], changing('5', otherText), [rewritten(otherText)]],
  // Another admin has written the same.
  [[added(), changed()], changing('5'), []],
  [[added(), changed()], changing('9', mine), [rewritten(mine)]],
  [[added(), changed()], removing('9'), [{ type: 'SavedTextDeleted', data: { savedText: id } }]],
)

const other = added({ savedText: 'other', title: 'Other' })
const taken = refused('name-taken', 'Another saved text has this title')
const takenTitle = refused('name-taken', { errors: ['title'] })
const lowerCase = { ...better, title: 'dead link' }
rule(
  'refuses a title that another text of the kind has, in any spelling',
  ...['Dead link', 'DEAD LINK', 'Déad link'].flatMap((title) => [
    [[added()], adding({ id: 'other', title }), taken] as const,
    [[added(), other], changing('5', { ...better, title }, 'other'), takenTitle] as const,
  ]),
  [[added(), deleted], adding({ id: 'other' }), [saved({ savedText: 'other' })]],
  [[added({ kind: 'feedback' })], adding({ id: 'other' }), [saved({ savedText: 'other' })]],
  [[added()], changing('5', lowerCase), [rewritten(lowerCase)]],
)

const full = Array.from({ length: maxSavedTexts }, (_, index) =>
  added({ savedText: `t${index}`, title: `Title ${index}` }),
)
rule(
  'refuses more texts than fit, for each kind',
  [full, adding(), 'saved-texts-full'],
  [full, adding({ kind: 'feedback' }), [saved({ kind: 'feedback' })]],
  [full.slice(1), adding(), [saved()]],
)

test('refuses to change or delete a text that another admin has changed since, with that text', () => {
  const texts = [added(), changed()].reduce(recordedTexts.evolve, recordedTexts.initial)
  const details = { newerText: { ...better, by: personId(7), byName: '', at, version: '9' } }
  for (const decide of [changing('8', mine), removing('5')])
    expect(() => decide(texts)).toThrow(expect.objectContaining({ code: 'changed-meanwhile', details }))
})

const long = { title: 'Long', text: 'x'.repeat(1001) }
const longest = { title: 'Long', text: 'x'.repeat(1000) }
rule(
  'refuses a reason that is longer than a reason can be',
  [[added()], changing('5', long), refused('invalid-fields', { errors: ['text'] })],
  [[added()], changing('5', longest), [rewritten(longest)]],
  [[added({ kind: 'feedback' })], changing('5', long), [rewritten(long)]],
)

rule(
  'a text that does not exist or was deleted is not found, also not after a late change',
  ...[[], [added(), deleted], [added(), deleted, changed(13n)]].flatMap((events) =>
    [changing('50'), removing('50')].map((decide) => [events, decide, 'saved-text-not-found'] as const),
  ),
)
