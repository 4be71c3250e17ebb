import { expect, test } from 'vitest'
import { paths } from '../../app/paths.ts'
import { findComingSoonPage } from './coming-soon-pages.ts'

test.each([paths.profile, paths.resources, paths.community, paths.admin.userProjects('maya')])(
  '%s says what is planned and where to go meanwhile',
  (path) => {
    const page = findComingSoonPage(path)
    expect(page?.description).not.toBe('')
    expect(page?.links.length).toBeGreaterThan(0)
  },
)

test('a path with a screen has no such page', () => {
  expect(findComingSoonPage(paths.leaderboard)).toBeUndefined()
})
