import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { createAdmin, createProject, likeProject, reviewProject, startChallenge } from './support/api.ts'
import type { SignedInUser } from './support/api.ts'
import { openInApp, waitForAnswers } from './support/in-app.ts'
import { chooseLanguage } from './support/languages.ts'
import { layoutFaults } from './support/layout-faults.ts'
import { password } from './support/page-actions.ts'
import { overflowingWidth } from './support/page-layout.ts'
import { test as ownTest } from './support/product-fixtures.ts'
import { screenTest as test } from './support/seeded-fixtures.ts'
import type { SeededProduct } from './support/seeded-fixtures.ts'

/** Names of people, and of a project of each. */
const unusual = [
  ['Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen', '🎉🚀🦄🔥'],
  [`Z${'\u0300\u0315\u0323\u035c'.repeat(8)}algo`, `P${'\u0300\u0323'.repeat(20)}ulse`],
  ['محمد عبد الرحمن بن عبد العزيز', 'لوحة المهام اليومية للفريق'],
] as const

/** Adds these people with two projects each, one of them approved. */
async function addPeople({
  product,
  admin,
}: Pick<SeededProduct, 'product' | 'admin'>): Promise<SignedInUser[]> {
  const people = []
  for (const [index, [fullName, projectName]] of unusual.entries()) {
    const body = JSON.stringify({ fullName, email: `unusual${index}@example.org`, password })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${product.url}/api/auth/signup`, { method: 'POST', headers, body })
    const { user: person } = signedInResponse.parse(await response.json())
    const approved = await createProject(product, person, { projectName, day: 1 })
    await reviewProject(product, admin, approved, { status: 'approved' })
    await createProject(product, person, { projectName, day: 2 })
    people.push(person)
  }
  return people
}

/** Expects that every text keeps its line, on a wide screen and on a phone. */
async function expectLines(page: Page, message: string): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const faults = async () => [
      ...(await layoutFaults(page)),
      ...((await overflowingWidth(page)) > 0 ? ['the page scrolls sideways'] : []),
    ]
    await expect.soft.poll(faults, { message: `${message} at ${width}`, timeout: 3_000 }).toEqual([])
  }
}

test.describe.configure({ timeout: 180_000 })

// Which texts are cut hardly depends on the language, and not on the theme.
const looks = [
  ['en', 'light', ''],
  ['de', 'dark', ' @long'],
] as const

for (const [who, pathsOf] of [
  [
    'participant',
    (id: string) => [
      '/leaderboard',
      '/dashboard',
      '/profile',
      `/u/${id}`,
      '/community',
      '/community?tab=members',
      '/leaderboard/replay',
    ],
  ],
  [
    'admin',
    () => [
      '/admin/leaderboard',
      '/admin/submissions',
      '/admin/judging',
      '/admin/users',
      '/admin/what-if',
      '/admin/audit',
    ],
  ],
] as const)
  for (const [language, colorScheme, lane] of looks)
    test(`long words, stacked marks, emoji and names from right to left keep their line for ${who}s, ${language} and ${colorScheme}${who === 'admin' ? ' @long' : lane}`, async ({
      openBrowser,
      seeded,
    }) => {
      const people = await addPeople(seeded)
      for (const person of people) await likeProject(seeded.product, person, seeded.pending)
      // One person sees their own unusual name on the profile; the others' are in lists.
      const [long] = people
      const as = who === 'admin' ? seeded.admin : long
      if (!as) throw new Error('There are no people with unusual names.')
      const viewport = { width: 1280, height: 900 }
      const { page } = await openBrowser('User', { as, viewport, colorScheme })
      await chooseLanguage(page, seeded.product.url, language)
      for (const path of pathsOf(people[1]?._id ?? '')) {
        await page.setViewportSize(viewport)
        await openInApp(page, path)
        await waitForAnswers(page)
        await expectLines(page, path)
      }
    })

for (const [language, colorScheme, lane] of looks)
  test(`unusual names keep their line in notifications, ${language} and ${colorScheme}${lane}`, async ({
    openBrowser,
    seeded,
  }) => {
    for (const person of await addPeople(seeded)) await likeProject(seeded.product, person, seeded.pending)
    const { page } = await openBrowser('User', { as: seeded.participant, colorScheme })
    await chooseLanguage(page, seeded.product.url, language)
    await page.goto('/resources')
    await page.getByRole('button', { name: /^(?:Notifications|Benachrichtigungen)/ }).click()
    const panel = page.getByRole('dialog', { name: /^(?:Notifications|Benachrichtigungen)/ })
    await expect(panel.getByText('محمد').first()).toBeVisible()
    await expectLines(page, 'notifications')
  })

for (const [language, colorScheme] of looks)
  ownTest(
    `unusual names keep their line in the reveal, ${language} and ${colorScheme} @long`,
    async ({ openBrowser, product }) => {
      const admin = await createAdmin(product, 'Ines Duarte')
      await startChallenge(product, admin, { startsAt: new Date(Date.now() - 3 * 86_400_000) })
      await addPeople({ product, admin })
      const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' }
      await fetch(`${product.url}/api/admin/challenge/freeze`, { method: 'POST', headers, body: '{}' })
      const { page } = await openBrowser('Admin', { as: admin, colorScheme })
      await chooseLanguage(page, product.url, language)
      await page.goto('/admin/reveal')
      await page.getByRole('button', { name: /^(?:Begin|Beginnen)$/ }).click({ timeout: 30_000 })
      for (const place of [3, 2, 1]) {
        await page.keyboard.press('Space')
        await expect(page.getByText(new RegExp(`^(?:Place|Platz) ${place}$`))).toBeVisible()
        await expectLines(page, `place ${place}`)
      }
    },
  )
