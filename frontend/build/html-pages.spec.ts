import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adminScreens, screens } from '../src/shared/navigation/screens.ts'
import { htmlPagesOf } from './html-pages.ts'

const pages = htmlPagesOf(screens, adminScreens)

test('every page names the files of its screen', () => {
  expect(pages.length).toBeGreaterThan(30)
  const files = new Set(pages.flatMap((page) => page.screens))
  expect([...files].filter((file) => !existsSync(join(import.meta.dirname, '../src', file)))).toEqual([])
})

/** Invitation, a forgotten password and the user's own account are rarely opened. */
const withoutPage = ['forgotPassword', 'signUp', 'invitation', 'account', 'reveal', 'rateParticipantProject']

test('every screen of admins that is opened often has a page', () => {
  const missing = Object.entries(adminScreens).filter(([, screen]) => !('page' in screen))
  expect(missing.map(([id]) => id).toSorted()).toEqual(withoutPage.toSorted())
})
