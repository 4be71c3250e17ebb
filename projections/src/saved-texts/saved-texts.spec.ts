import type { ProjectEvent } from '@thirty/contracts/projects/events.ts'
import type { SavedTextEvent } from '@thirty/contracts/saved-texts/events.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { projectId, projectStream } from '@thirty/contracts/projects/project-id.ts'
import {
  challengeEvent,
  equalCriteria,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { documentChanges, documentsAfter, storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { expect, test } from 'vitest'
import { savedTextsModel, savedTextsProjection } from './read-model.ts'

const by = userIdOf('Ines')
const event = (given: SavedTextEvent): GivenEvent => ({ stream: 'texts', actor: by, ...given })
const link = { kind: 'rejection', title: 'Dead link', text: 'The live link is dead.' } as const
const added = event({ type: 'SavedTextAdded', data: { savedText: 'link', ...link } })
const changed = event({
  type: 'SavedTextChanged',
  data: { savedText: 'link', title: 'No link', text: 'None.' },
})
const deleted = event({ type: 'SavedTextDeleted', data: { savedText: 'link' } })
const review = (given: ProjectEvent, run = 1): GivenEvent => ({
  stream: projectStream(projectId({ run, day: 4, user: userIdOf('Maya') })),
  run,
  actor: by,
  ...given,
})
const rejected = (savedText?: string, run?: number) =>
  review({ type: 'ProjectRejected', data: { by, reason: 'Dead.', ...(savedText && { savedText }) } }, run)
const rated = (savedText?: string) => {
  const rating = { rater: by, official: true, criteria: equalCriteria(4), feedback: 'Neat.' }
  return review({ type: 'ProjectRated', data: { ...rating, ...(savedText && { savedText }) } })
}
const after = (...given: GivenEvent[]) => documentsAfter(savedTextsProjection, given).get('link')

test('has the texts as they were written last', () => {
  expect(after(added)).toEqual({ id: 'link', ...link, uses: 0, version: '10' })
  expect(after(added, changed)).toMatchObject({ title: 'No link', text: 'None.', version: '20' })
  expect(after(added, deleted)).toBeUndefined()
  // Also not when it was used in a decision that was made at the same time.
  expect(after(added, deleted, rejected('link'))).toBeUndefined()
})

test('counts the rejections and ratings that were sent with a text, in every run', () => {
  expect(after(added, rejected('link'), rated('link'), rejected('link', 2))).toMatchObject({ uses: 3 })
  expect(after(added, rejected('link'), changed)).toMatchObject({ uses: 1 })
  expect(after(added, rejected(), rated(), rejected('another'))).toMatchObject({ uses: 0 })
})

test('a reset and a restore keep the texts and their uses', () => {
  const reset = challengeEvent('ChallengeReset', { run: 2, backup: 'b1' })
  const restored = challengeEvent('BackupRestored', { run: 3, backup: 'b1', parent: { run: 1 } })
  expect(after(added, rejected('link'), reset, restored)).toMatchObject({ title: 'Dead link', uses: 1 })
})

test('all admins receive what was added, used and deleted, each text once', async () => {
  const { liveUpdates } = savedTextsModel(await storeAfter([], []))
  const changes = documentChanges(savedTextsProjection, [], [added, rejected('link'), deleted])
  const sent = { room: rooms.admins, message: 'saved-texts.changed', key: 'link' }
  expect(changes.flatMap((change) => liveUpdates?.(change) ?? [])).toMatchObject(
    [{ title: 'Dead link', uses: 0 }, { uses: 1 }, null].map((savedText) => ({
      ...sent,
      item: { id: 'link', savedText },
    })),
  )
})
