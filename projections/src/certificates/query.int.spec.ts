import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import {
  challengeEvent,
  equalCriteria,
  inRun,
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { pastSetup } from '@thirty/projections/testing/past-setup.ts'
import { recordedLog } from '@thirty/projections/testing/fake-event-log.ts'
import { setImmediate as nextTick } from 'node:timers/promises'
import { expect, test } from 'vitest'

const ada = personEvents('Ada')
const allDays = Array.from({ length: totalDays }, (_, index) => index + 1)
const timeOf = (day: number) => new Date(Date.parse('2026-01-05T10:00:00.000Z') + day * 60_000).toISOString()
const thirty = (run = 1) => allDays.map((day) => projectEvents('Ada', day, run).submitted({}, timeOf(day)))
const certificatesOf = async (...given: GivenEvent[]) =>
  (await pastSetup([ada.registered(), ...given])).certificates
/** Returns the certificate of Ada, who has completed the first run, as it is when nothing else happens. */
const original = async () => {
  const { certificate } = await (await certificatesOf(...thirty())).own(ada.id)
  if (certificate === null) throw new Error('There is no certificate.')
  return certificate
}

test('the certificate has name, points and rank at its moment, and is verified by its code', async () => {
  const certificates = await certificatesOf(
    projectEvents('Bob', 1).submitted(),
    projectEvents('Bob', 1).rated('Root', equalCriteria(5)),
    ...thirty(),
    projectEvents('Ada', 9).approved(),
    projectEvents('Ada', 9).rated('Root', equalCriteria(5)),
  )
  const { certificate } = await certificates.own(ada.id)
  expect(certificate).toEqual({
    code: expect.stringMatching(/^[\w-]{38}$/),
    name: 'Ada',
    run: 1,
    completedAt: timeOf(30),
    // 3 × 30 + 2 × 30; the rating came later.
    points: 150,
    rank: 1,
    participants: 2,
    ended: null,
    // One is approved.
    pending: 29,
    replacedBy: null,
    isCurrentRun: true,
    timeZone: 'UTC',
  })
  expect(await certificates.ofCode(certificate?.code ?? '')).toEqual(certificate)
})

test('unknown, forged and malformed codes have no certificate', async () => {
  const certificates = await certificatesOf(...thirty(), projectEvents('Bob', 1).submitted())
  const code = (await certificates.own(ada.id)).certificate?.code ?? ''
  const bob = Buffer.from(userIdOf('Bob').replaceAll('-', ''), 'hex').toString('base64url')
  const otherEnd = code.slice(0, 37) + (code.endsWith('A') ? 'B' : 'A')
  const malformed = ['', 'mine', code.slice(1), `${code}A`, code.toLowerCase(), `${'../'.repeat(12)}ab`]
  const forged = [otherEnd, `${bob}${code.slice(22)}`, `${code.slice(0, 22)}${'A'.repeat(16)}`]
  for (const each of [...malformed, ...forged])
    expect([each, await certificates.ofCode(each)]).toEqual([each, undefined])
})

test('a project that is rejected or withdrawn later ends it, and a new completion replaces it', async () => {
  const day9 = projectEvents('Ada', 9)
  const { code: first } = await original()
  const rejected = await certificatesOf(...thirty(), day9.rejected())
  const days = allDays.filter((day) => day !== 9)
  expect(await rejected.own(ada.id)).toEqual({ days, certificate: null, earlier: [] })
  const ended = { ended: { day: 9, reason: 'rejected' }, replacedBy: null }
  expect(await rejected.ofCode(first)).toMatchObject(ended)
  const completedAt = '2026-01-06T00:00:00.000Z'
  const revised = await certificatesOf(...thirty(), day9.rejected(), day9.revised({}, completedAt))
  const second = (await revised.own(ada.id)).certificate
  expect(second).toMatchObject({ ended: null, completedAt })
  expect(second?.code).not.toBe(first)
  expect(await revised.ofCode(first)).toMatchObject({ ended: { day: 9 }, replacedBy: second?.code })
})

const backup = (id: string, of: { run: number; upTo?: string }) =>
  challengeEvent('BackupCreated', { backup: id, name: id, automatic: true, of })
const reset = (run: number) => challengeEvent('ChallengeReset', { run, backup: 'b1' })

test('the certificate of a run that was reset stays valid, and is not one of the current run', async () => {
  const { code } = await original()
  const certificates = await certificatesOf(...thirty(), backup('b1', { run: 1 }), reset(2))
  const earlier = [{ code, run: 1, completedAt: timeOf(30) }]
  expect(await certificates.own(ada.id)).toEqual({ days: [], certificate: null, earlier })
  const later = projectEvents('Ada', 30, 2).submitted({}, timeOf(31))
  const again = await certificatesOf(...thirty(), reset(2), ...thirty(2).slice(0, 29), later, reset(3))
  expect((await again.own(ada.id)).earlier.map(({ run }) => run)).toEqual([2, 1])
  expect(await certificates.ofCode(code)).toMatchObject({ run: 1, ended: null, isCurrentRun: false })
})

test('while the leaderboard is frozen, nobody has a certificate for points since the freeze', async () => {
  const freeze = (day: number) => challengeEvent('LeaderboardFrozen', { run: 1, frozenAt: timeOf(day) })
  const [hidden, known] = await Promise.all([30, 31].map((day) => certificatesOf(freeze(day), ...thirty())))
  const { certificate } = (await known?.own(ada.id)) ?? {}
  expect(certificate).toMatchObject({ completedAt: timeOf(30) })
  expect((await hidden?.own(ada.id))?.certificate).toBeNull()
  expect(await hidden?.ofCode(certificate?.code ?? '')).toBeUndefined()
})

test('a restored run has the same certificate, and says so when it ends there', async () => {
  const { code } = await original()
  const upTo = String((thirty().length + 1) * 10)
  const restored = [
    ...thirty(),
    backup('b1', { run: 1 }),
    reset(2),
    challengeEvent('BackupRestored', { run: 3, backup: 'b1', parent: { run: 1, upTo } }),
  ]
  const same = await certificatesOf(...restored)
  expect((await same.own(ada.id)).certificate).toMatchObject({ code, run: 3, isCurrentRun: true })
  expect((await same.own(ada.id)).earlier).toEqual([])
  const ended = await certificatesOf(...restored, inRun(3, projectEvents('Ada', 30).rejected()))
  expect(await ended.ofCode(code)).toMatchObject({ run: 3, ended: { day: 30, reason: 'rejected' } })
  expect((await ended.own(ada.id)).earlier).toEqual([])
})

test('a run that was restored from before a rejection has the certificate, which never ended there', async () => {
  const { code } = await original()
  const upTo = String((thirty().length + 1) * 10)
  const restored = challengeEvent('BackupRestored', { run: 3, backup: 'b1', parent: { run: 1, upTo } })
  const later = projectEvents('Ada', 30).rejected()
  const certificates = await certificatesOf(...thirty(), later, backup('b1', { run: 1 }), reset(2), restored)
  expect((await certificates.own(ada.id)).certificate).toMatchObject({ code, run: 3, ended: null })
})

test('an import into another installation has the same certificate under its own run', async () => {
  const { code, ...same } = await original()
  const started = challengeEvent('BackupImportStarted', { run: 5, finalHash: 'f1', origin: 'accepted' })
  // Of an account that this installation does not have, and stored in another order.
  const { certificates } = await pastSetup([started, ...thirty(5).toReversed()])
  expect(await certificates.ofCode(code)).toEqual({
    ...same,
    code,
    ...standIn('personElsewhere', 'name'),
    run: 5,
    participants: 1,
    isCurrentRun: false,
  })
})

test('a certificate from a file without a known signature says so, and does not verify', async () => {
  const { code } = await original()
  for (const origin of [{ origin: 'unknown' } as const, {}]) {
    const started = challengeEvent('BackupImportStarted', { run: 5, finalHash: 'f1', ...origin })
    const certificates = await certificatesOf(started, ...thirty(5))
    expect(await certificates.ofCode(code)).toBeUndefined()
    expect((await certificates.own(ada.id)).earlier).toEqual([])
    const backup = challengeEvent('BackupRestored', { run: 6, backup: 'b', parent: { run: 5 } })
    const restored = await certificatesOf(started, ...thirty(5), backup)
    expect(await restored.ofCode(code)).toBeUndefined()
    expect((await restored.own(ada.id)).certificate).toMatchObject({ run: 6, imported: true })
    // One project from here does not make it the word of this installation.
    const last = inRun(6, projectEvents('Ada', 30, 6).submitted({}, timeOf(30)))
    const mixed = await certificatesOf(started, ...thirty(5).slice(0, 29), backup, last)
    const { code: ofMixed = '' } = (await mixed.own(ada.id)).certificate ?? {}
    expect([ofMixed.length, await mixed.ofCode(ofMixed)]).toEqual([38, undefined])
    // What happened here as well is still the word of this installation.
    const both = await certificatesOf(...thirty(), started, ...thirty(5))
    expect(await both.ofCode(code)).toMatchObject({ run: 1 })
  }
})

test('after the deletion of the account it is that of a deleted participant', async () => {
  const { code } = await original()
  const { certificates, log } = await pastSetup([...thirty(), ada.deleted()])
  log.erase(`user-${ada.id}`)
  expect(await certificates.ofCode(code)).toMatchObject({ name: 'Deleted participant', points: 150, rank: 1 })
})

test('any request reads few streams at once', async () => {
  const log = recordedLog(thirty())
  let [running, most] = [0, 0]
  const read = async function* (...given: Parameters<typeof log.read>) {
    const counted = given[0].startsWith('project-') ? 1 : 0
    running += counted
    most = Math.max(most, running)
    await nextTick()
    yield* log.read(...given)
    running -= counted
  }
  const { certificates } = await pastSetup(thirty(), { read })
  const own = await Promise.all([1, 2, 3].map(() => certificates.own(ada.id)))
  for (const { days } of own) expect(days).toHaveLength(totalDays)
  expect(most).toBeLessThanOrEqual(12)
})

test('a request reads the projects of a run once, also for the runs that continue it', async () => {
  const given = [...thirty(), challengeEvent('BackupRestored', { run: 2, backup: 'b1', parent: { run: 1 } })]
  const log = recordedLog(given)
  const streams: string[] = []
  const read = (...asked: Parameters<typeof log.read>) => {
    if (asked[0].startsWith('project-')) streams.push(asked[0])
    return log.read(...asked)
  }
  const { certificates } = await pastSetup(given, { read })
  expect((await certificates.own(ada.id)).certificate).toMatchObject({ run: 2 })
  expect(streams).toHaveLength(2 * totalDays)
  expect(new Set(streams).size).toBe(streams.length)
})
