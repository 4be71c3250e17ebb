import { expect, test } from 'vitest'
import { paths, requestedPath } from './router.ts'

test('a path has its values in their order, and none of them adds a part to it', () => {
  expect(paths.admin.rateParticipantProject('maya', 'tally')).toBe('/admin/users/maya/projects/tally/rate')
  expect(paths.person('../admin?')).toBe('/u/..%2Fadmin%3F')
  expect(paths.dashboard).toBe('/dashboard')
})

test('a login leads back to the path that links and guards have kept, and to no other value', () => {
  expect(requestedPath({ from: '/leaderboard' })).toBe('/leaderboard')
  for (const state of [null, undefined, '/leaderboard', { from: 7 }])
    expect(requestedPath(state)).toBeUndefined()
})
