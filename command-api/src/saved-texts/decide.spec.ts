import type { SavedTextEvent } from '@thirty/contracts/events/saved-texts.ts'
import { maxSavedTexts } from '@thirty/contracts/rules/saved-texts.ts'
import { expect, test } from 'vitest'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
import { admin, personId } from '@thirty/command-api/testing/people.ts'
import type { Recorded } from '../fold.ts'
import { add, change, remove } from './decide.ts'
import { evolve, type SavedTexts } from './evolve.ts'

const at = '2026-03-02T08:00:00.000Z'
const { given, rule } = deciderSpec<SavedTexts, Recorded<SavedTextEvent>>(new Map(), evolve)
const recorded = (event: SavedTextEvent, position: bigint, actor = admin): Recorded<SavedTextEvent> => ({
  ...event,
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

rule('an admin saves a text', [
  [],
  (texts) => add(texts, { id, ...content }),
  [{ type: 'SavedTextAdded', data: link }],
])

rule('a retry saves no second text', [[added()], (texts) => add(texts, { id, ...content }), []])

test.each(['Dead link', 'DEAD LINK', 'Déad link'])('refuses the title %s, which a text has', (title) => {
  const message = 'Another saved text has this title'
  given(added())
    .when((texts) => add(texts, { ...content, id: 'other', title }))
    .thenRefused('name-taken', message)
  given(added(), added({ savedText: 'other', title: 'Other' }))
    .when((texts) => change(texts, { ...better, id: 'other', version: '5', title }))
    .thenRefused('name-taken', { errors: ['title'] })
})

test('the title of a deleted text, of the other kind and of the text itself is free', () => {
  const again = { type: 'SavedTextAdded', data: { ...link, savedText: 'other' } } as const
  given(added(), deleted)
    .when((texts) => add(texts, { ...content, id: 'other' }))
    .then(again)
  given(added({ kind: 'feedback' }))
    .when((texts) => add(texts, { ...content, id: 'other' }))
    .then(again)
  given(added())
    .when((texts) => change(texts, { id, version: '5', ...better, title: 'dead link' }))
    .then({ type: 'SavedTextChanged', data: { savedText: id, ...better, title: 'dead link' } })
})

test('refuses more texts than fit, for each kind', () => {
  const full = Array.from({ length: maxSavedTexts }, (_, index) =>
    added({ savedText: `t${index}`, title: `Title ${index}` }),
  )
  given(...full)
    .when((texts) => add(texts, { id, ...content }))
    .thenRefused('saved-texts-full')
  given(...full)
    .when((texts) => add(texts, { id, ...content, kind: 'feedback' }))
    .then({ type: 'SavedTextAdded', data: { ...link, kind: 'feedback' } })
  given(...full.slice(1))
    .when((texts) => add(texts, { id, ...content }))
    .then({ type: 'SavedTextAdded', data: link })
})

rule('an admin changes the text that they have read', [
  [added()],
  (texts) => change(texts, { id, version: '5', ...better }),
  [{ type: 'SavedTextChanged', data: { savedText: id, ...better } }],
])

rule('an unchanged text appends no event, also if another admin has written it', [
  [added(), changed()],
  (texts) => change(texts, { id, version: '5', ...better }),
  [],
])

test('refuses to change or delete a text that another admin has changed since, with that text', () => {
  const decisions: ((texts: SavedTexts) => readonly SavedTextEvent[])[] = [
    (texts) => change(texts, { id, version: '8', title: 'Mine', text: 'Mine.' }),
    (texts) => remove(texts, { id, version: '5' }),
  ]
  for (const decide of decisions) {
    given(added(), changed()).when(decide).thenRefused('changed-meanwhile')
    const texts = [added(), changed()].reduce(evolve, new Map() as SavedTexts)
    expect(() => decide(texts)).toThrow(
      expect.objectContaining({
        details: { newerText: { ...better, by: personId(7), byName: '', at, version: '9' } },
      }),
    )
  }
})

test('an admin who has read the other text replaces or deletes it', () => {
  given(added(), changed())
    .when((texts) => change(texts, { id, version: '9', title: 'Mine', text: 'Mine.' }))
    .then({ type: 'SavedTextChanged', data: { savedText: id, title: 'Mine', text: 'Mine.' } })
  given(added(), changed())
    .when((texts) => remove(texts, { id, version: '9' }))
    .then({ type: 'SavedTextDeleted', data: { savedText: id } })
})

test('refuses a reason that is longer than a reason can be', () => {
  const text = 'x'.repeat(1001)
  given(added())
    .when((texts) => change(texts, { id, version: '5', title: 'Long', text }))
    .thenRefused('invalid-fields', { errors: ['text'] })
  given(added({ kind: 'feedback' }))
    .when((texts) => change(texts, { id, version: '5', title: 'Long', text }))
    .then({ type: 'SavedTextChanged', data: { savedText: id, title: 'Long', text } })
})

test.each([
  ['does not exist', []],
  ['was deleted', [added(), deleted]],
  ['was deleted before a late change', [added(), deleted, changed(13n)]],
])('a text that %s is not found', (_, events) => {
  given(...events)
    .when((texts) => change(texts, { id, version: '50', ...better }))
    .thenRefused('saved-text-not-found')
  given(...events)
    .when((texts) => remove(texts, { id, version: '50' }))
    .thenRefused('saved-text-not-found')
})
