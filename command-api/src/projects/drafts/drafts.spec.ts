import type { DraftVersion } from '@thirty/contracts/projects/drafts-api.ts'
import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import { describe, expect, test } from 'vitest'
import { discardVersions, draftOfDay, parseDrafts, saveVersion, type Drafts } from './drafts.ts'

const version = (id: string, minute: number, description = `Text of ${id}`): DraftVersion => ({
  version: id,
  writtenAt: `2026-03-02T08:${String(minute).padStart(2, '0')}:00.000Z`,
  device: 'Firefox on Linux',
  content: { projectName: '', liveLink: '', repoLink: '', description, languages: '', frameworks: '' },
})
/** Returns the ids of the versions of day 5, newest first. */
const idsOf = (drafts: Drafts) => draftOfDay(drafts, 5).versions.map((saved) => saved.version)
/** Saves a version of day 5, made from these. */
const save = (drafts: Drafts, saved: DraftVersion, ...replaces: string[]) =>
  saveVersion(drafts, 5, saved, replaces)

const first = save([], version('laptop-1', 1))

test('a version replaces the version that it was made from', () => {
  expect(idsOf(save(first, version('laptop-2', 2), 'laptop-1'))).toEqual(['laptop-2'])
})

describe('two devices that write at the same time', () => {
  const both = save(save(first, version('laptop-2', 2), 'laptop-1'), version('phone-1', 3), 'laptop-1')

  test('keep both texts, the newer one first', () => {
    expect(idsOf(both)).toEqual(['phone-1', 'laptop-2'])
  })

  test('continue writing without a further version each time', () => {
    expect(idsOf(save(both, version('laptop-3', 4), 'laptop-2'))).toEqual(['laptop-3', 'phone-1'])
  })

  test('keep one version if they wrote the same', () => {
    const same = version('laptop-3', 4, 'Text of phone-1')
    expect(idsOf(save(both, same, 'laptop-2'))).toEqual(['laptop-3'])
  })
})

test('a text that was written earlier and arrives later is not the newest one', () => {
  expect(idsOf(save(first, version('offline-1', 0)))).toEqual(['laptop-1', 'offline-1'])
})

test('the same version that arrives twice is kept once', () => {
  expect(idsOf(save(first, version('laptop-1', 1)))).toEqual(['laptop-1'])
})

test('only the named versions are discarded', () => {
  const drafts = save(first, version('phone-1', 3))
  expect(idsOf(discardVersions(drafts, 5, ['laptop-1', 'unknown']))).toEqual(['phone-1'])
  expect(discardVersions(drafts, 5, ['laptop-1', 'phone-1'])).toEqual([])
})

test('a sixth version beside others is refused, and none of them is dropped', () => {
  const full = [1, 2, 3, 4, 5].reduce<Drafts>((drafts, id) => save(drafts, version(`device-${id}`, id)), [])
  expect(() => save(full, version('device-6', 9))).toThrow(Refusal)
  expect(idsOf(save(full, version('device-6', 9), 'device-1'))).toHaveLength(5)
})

test.each([
  ['no document', undefined, []],
  ['readable drafts', first, first],
  ['another document', 'torn', []],
  ['an unreadable day beside another one', [{ day: 'x' }, ...first], first],
  [
    'an unreadable version beside another one',
    first.map((day) => ({ ...day, versions: [{}, ...day.versions] })),
    first,
  ],
  ['two unreadable versions', [{ day: 5, versions: [{}, null] }], []],
])('of %s what cannot be read is left out', (_, document, drafts) => {
  expect(parseDrafts(document)).toEqual(drafts)
})

test('drafts that are too long together are refused', () => {
  const long = (id: string, day: number) => version(id, day, `${day}${'€'.repeat(4_998)}`)
  const days = Array.from({ length: 17 }, (_, index) => index + 1)
  const full = days.reduce<Drafts>((drafts, day) => saveVersion(drafts, day, long(`v${day}`, day), []), [])
  expect(() => saveVersion(full, 18, long('v18', 18), [])).toThrow('Your drafts are too long')
})
