import { expect, test } from 'vitest'
import {
  createPeople,
  emailsOf,
  hour,
  minute,
  passMinutes,
  recipients,
  setUpChallenge,
} from '@thirty/command-api/testing/reminder-challenge.ts'

test('no reminders are sent before the start of the challenge or after a reset', async () => {
  const { time, sent, start, startChallenge, appendChallengeEvent } = setUpChallenge(createPeople(3))
  start()
  await time.advance(24 * hour)
  expect(sent).toEqual([])
  startChallenge('2026-03-02T08:00:00Z')
  appendChallengeEvent('ChallengeReset', { run: 2, backup: 'b1' })
  await time.advance(24 * hour)
  expect(sent).toEqual([])
})

test('reminders stop when the challenge ends while they are sent', async () => {
  const { time, sent, start, startChallenge, appendChallengeEvent } = setUpChallenge(createPeople(500))
  startChallenge('2026-03-02T08:00:00Z')
  start()
  await time.advance(10 * hour)
  appendChallengeEvent('ChallengeEndSet', { run: 1, endsAt: new Date(time.now()).toISOString() })
  await passMinutes(time, 90)
  expect(sent).toHaveLength(50)
})

test('reminders go on when the end of the challenge is undone on the same evening', async () => {
  const { time, sent, start, startChallenge, appendChallengeEvent } = setUpChallenge(createPeople(3))
  startChallenge('2026-03-02T08:00:00Z')
  appendChallengeEvent('ChallengeEndSet', { run: 1, endsAt: '2026-03-05T21:00:00.000Z' })
  start()
  await time.advance(10 * hour + 30 * minute)
  expect(sent).toEqual([])
  appendChallengeEvent('ChallengeEndUndone', { run: 1 })
  await time.advance(minute)
  expect(sent).toHaveLength(3)
  await passMinutes(time, 60)
  expect(sent).toHaveLength(3)
})

test('a reset and another start on the same evening cause no second reminder', async () => {
  const { time, sent, start, startChallenge, appendChallengeEvent } = setUpChallenge(createPeople(3))
  startChallenge('2026-03-02T08:00:00Z')
  const stop = start()
  await time.advance(10 * hour)
  expect(sent).toHaveLength(3)
  await stop()
  appendChallengeEvent('ChallengeReset', { run: 2, backup: 'b1' })
  startChallenge('2026-03-05T09:00:00Z', 2)
  start()
  await passMinutes(time, 60)
  expect(sent).toHaveLength(3)
})

test('a reset ends the reminders of the evening; after a restore they continue without reminding anyone twice', async () => {
  const people = createPeople(120)
  const { time, sent, start, startChallenge, appendChallengeEvent, queries } = setUpChallenge(people, {
    now: '2026-03-05T21:59:00Z',
  })
  startChallenge('2026-03-02T08:00:00Z')
  start()
  await time.advance(minute)
  const early = sent.length
  expect(early).toBe(50)
  appendChallengeEvent('ChallengeReset', { run: 2, backup: 'b1' })
  await passMinutes(time, 5)
  expect(sent).toHaveLength(early)
  appendChallengeEvent('BackupRestored', { run: 3, backup: 'b1', parent: { run: 1 } })
  await passMinutes(time, 5)
  expect(recipients(sent)).toEqual(emailsOf(people))
  expect(new Set(queries.map(({ run }) => run))).toEqual(new Set([1, 3]))
})

test('no reminder is sent while email reminders are switched off, and all are once they are on again', async () => {
  const people = createPeople(3)
  const { time, sent, errors, start, startChallenge, appendChallengeEvent } = setUpChallenge(people)
  startChallenge('2026-03-05T08:00:00.000Z')
  appendChallengeEvent('ChallengeOptionsChanged', { emailReminders: false })
  start()
  await time.advance(11 * hour)
  expect(sent).toEqual([])
  appendChallengeEvent('ChallengeOptionsChanged', { emailReminders: true })
  await time.advance(2 * minute)
  expect(recipients(sent)).toEqual(emailsOf(people))
  expect(errors).toEqual([])
})
