import { expect, test } from 'vitest'
import { paths } from '../../app/paths.ts'
import { findComingSoonPage } from './coming-soon-pages.ts'

test('a path without a screen says what is planned and where to go meanwhile', () => {
  const page = findComingSoonPage(paths.admin.userProjects('maya'))
  expect(page?.description).not.toBe('')
  expect(page?.links.length).toBeGreaterThan(0)
})

test('a path with a screen has no such page', () => {
  expect(findComingSoonPage(paths.leaderboard)).toBeUndefined()
})
