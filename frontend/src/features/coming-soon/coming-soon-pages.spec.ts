import { expect, test } from 'vitest'
import { paths } from '../../app/paths.ts'
import { findComingSoonPage } from './coming-soon-pages.ts'

test.each([
  paths.myProjects,
  '/projects',
  paths.project('r1-d19-maya'),
  paths.projectRatings('r1-d19-maya'),
  paths.profile,
  paths.resources,
  paths.community,
  paths.admin.users,
  paths.admin.userProjects('maya'),
  paths.admin.version,
])('%s says what it will do and where to go meanwhile', (address) => {
  const place = findComingSoonPage(address)
  expect(place?.description).not.toBe('')
  expect(place?.links.length).toBeGreaterThan(0)
})

test('an address with a screen of its own is not announced', () => {
  expect(findComingSoonPage(paths.leaderboard)).toBeUndefined()
})
