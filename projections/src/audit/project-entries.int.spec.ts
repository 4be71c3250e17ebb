import type { SavedTextEvent } from '@thirty/contracts/saved-texts/events.ts'
import type { ConflictEvent } from '@thirty/contracts/judging/events.ts'
import {
  calibrationEvent,
  conflictEvent,
  equalCriteria,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { expect, test } from 'vitest'
import {
  by,
  changes,
  ines,
  kanban,
  maya,
  setUp,
  summaries,
  testing,
} from '@thirty/projections/testing/audit-setup.ts'

test('a review says who reviewed which project, with the state before and after', async () => {
  const { page } = await setUp([
    kanban.submitted(),
    kanban.rejected('The live link is broken', 'Ines'),
    kanban.revised({ projectName: 'Kanban 2' }),
    kanban.approved('Ines'),
  ])
  const response = await page()
  expect(summaries(response)).toEqual([
    'Ines approved Kanban 2 (Day 4, Maya)',
    'Ines rejected Kanban (Day 4, Maya): The live link is broken',
  ])
  expect(response.entries[1]).toMatchObject({
    action: 'project-rejected',
    actor: { _id: ines.id, name: 'Ines', username: 'ines' },
    subject: { kind: 'project', id: kanban.id, name: 'Kanban' },
    run: 1,
    at: '2026-01-05T12:00:00.000Z',
    before: { status: 'submitted' },
    after: { status: 'rejected', reason: 'The live link is broken' },
  })
})

test('an official rating says what it replaced; ratings of participants are not entries', async () => {
  const { page } = await setUp([
    kanban.submitted(),
    kanban.rated('Tom', equalCriteria(1), { official: false }),
    kanban.rated('Ines', equalCriteria(3), { feedback: 'Good start' }),
    kanban.rated('Ines', equalCriteria(4)),
  ])
  const response = await page()
  expect(summaries(response)).toEqual([
    'Ines rated Kanban (Day 4, Maya) 4.0 of 5 again',
    'Ines rated Kanban (Day 4, Maya) 3.0 of 5',
  ])
  const first = { average: 3, ...equalCriteria(3), feedback: 'Good start' }
  expect(changes(response)).toEqual([
    ['project-rated', first, { average: 4, ...equalCriteria(4) }],
    ['project-rated', {}, first],
  ])
})

test('texts that an admin removed are entries with the text; own ones are not', async () => {
  const { page } = await setUp([
    kanban.submitted(),
    kanban.commented('Tom', 1, 'Buy my shoes'),
    kanban.commented('Tom', 2),
    kanban.commentRemoved('Tom', 2),
    kanban.commentRemoved('Ines', 1),
    testing.opened(),
    testing.replied('Tom', 'r1', 'Buy my hats'),
    testing.replied('Maya', 'r2'),
    testing.replyRemoved('Maya', 'r2'),
    testing.replyRevised('Tom', 'r1', 'Buy my coats'),
    testing.replyRemoved('Ines', 'r1'),
    testing.removed('Ines'),
  ])
  const response = await page()
  expect(summaries(response)).toEqual([
    'Ines removed the discussion “How do you test drag and drop?” by Maya',
    'Ines removed a reply by Tom to “How do you test drag and drop?”',
    'Ines removed a comment by Tom on Kanban (Day 4, Maya)',
  ])
  expect(response.entries.map(({ before }) => before)).toEqual([
    { author: 'Maya', title: 'How do you test drag and drop?', text: 'My board works by hand.' },
    { author: 'Tom', reply: 'Buy my coats' },
    { author: 'Tom', comment: 'Buy my shoes' },
  ])
})

test('a conflict of interest says whose it is, and who declared it', async () => {
  const conflict = (type: ConflictEvent['type'], data: ConflictEvent['data'], actor = 'Maya') =>
    by(actor, conflictEvent('Maya', type, data))
  const participant = userIdOf('Ada')
  const { page } = await setUp([
    conflict('ConflictDeclared', { participant, reason: 'work' }),
    conflict('ConflictWithdrawn', { participant }),
    conflict('ConflictDeclared', { participant }, 'Ines'),
    conflict('ConflictWithdrawn', { participant }, 'Ines'),
  ])
  const response = await page()
  expect(summaries(response)).toEqual([
    'Ines removed the conflict of interest of Maya with Ada',
    'Ines declared a conflict of interest of Maya with Ada',
    'Maya removed the conflict of interest with Ada',
    'Maya declared a conflict of interest with Ada',
  ])
  expect(changes(response).at(-1)).toEqual(['conflict-declared', {}, { reason: 'work' }])
  expect(response.entries[0]?.subject).toEqual({ kind: 'user', id: participant, name: 'Ada' })
})

test('a calibration project says whose project it is', async () => {
  const { id: project } = projectEvents('Ada', 3)
  const { page } = await setUp([
    by('Ines', calibrationEvent('CalibrationProjectAdded', { project })),
    by('Ines', calibrationEvent('CalibrationProjectRemoved', { project })),
  ])
  const response = await page({ action: 'calibration-added' })
  expect(summaries(response)).toEqual(['Ines chose the project of Ada for Day 3 for calibration'])
  expect(response.entries[0]?.subject).toEqual({ kind: 'project', id: project, name: 'Ada' })
  expect(summaries(await page())).toContain('Ines removed the project of Ada for Day 3 from calibration')
})

test('a calibration project of a deleted account says that its stand-in is not a name', async () => {
  const { id: project } = projectEvents('Ghost', 3)
  const { page } = await setUp([by('Ines', calibrationEvent('CalibrationProjectAdded', { project }))])
  expect((await page()).entries[0]?.subject).toMatchObject({
    name: 'Deleted participant',
    nameCodes: { name: 'deletedPerson' },
  })
})

test('a saved text says who added, changed and deleted it, with title and text before and after', async () => {
  const event = (given: SavedTextEvent): GivenEvent => by('Ines', { stream: 'texts', ...given })
  const { page } = await setUp([
    event({
      type: 'SavedTextAdded',
      data: { savedText: 'a', kind: 'rejection', title: 'Dead link', text: 'It is dead.' },
    }),
    event({
      type: 'SavedTextAdded',
      data: { savedText: 'b', kind: 'feedback', title: 'Neat', text: 'Neat.' },
    }),
    event({ type: 'SavedTextChanged', data: { savedText: 'a', title: 'No link', text: 'None.' } }),
    event({ type: 'SavedTextDeleted', data: { savedText: 'a' } }),
    maya.registered(),
    maya.status('inactive'),
  ])
  const response = await page({ subjectKind: 'text' })
  expect(summaries(response)).toEqual([
    'Ines deleted the saved reason “No link”',
    'Ines changed the saved reason “No link”',
    'Ines added the saved feedback “Neat”',
    'Ines added the saved reason “Dead link”',
  ])
  expect(changes(response).slice(0, 2)).toEqual([
    ['saved-text-deleted', { title: 'No link', text: 'None.' }, {}],
    ['saved-text-changed', { title: 'Dead link', text: 'It is dead.' }, { title: 'No link', text: 'None.' }],
  ])
  expect(summaries(await page({ subjectKind: 'text', subject: 'b' }))).toEqual([
    'Ines added the saved feedback “Neat”',
  ])
})
