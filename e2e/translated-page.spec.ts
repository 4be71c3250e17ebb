import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { translatePage } from '../frontend/testing/translate-page.ts'
import { createParticipant } from './support/api.ts'
import {
  alertWithText,
  approveSubmission,
  fillFields,
  podiumPlace,
  rateWithFourStars,
  signUp,
  signUpAdmin,
  submitProject,
} from './support/page-actions.ts'
import { openInApp, waitForAnswers } from './support/in-app.ts'
import { screensByLane, pathsOf } from './support/screens/all.ts'
import { screenTest } from './support/seeded-fixtures.ts'
import { test } from './support/product-fixtures.ts'

/** Translates a page from its first text on. The words stay, so that the journeys find them. */
const translate = (page: Page) =>
  page.addInitScript(`addEventListener('DOMContentLoaded', () => (${translatePage.toString()})(['', '']))`)

const expectNoCrash = (page: Page) =>
  expect(page.getByText('Something went wrong on this page')).toHaveCount(0)

/** A page that was translated before React took it over is rendered anew. */
const renderedAnew = /^Minified React error #418/

// Each test opens all screens of a group.
screenTest.describe.configure({ timeout: 180_000 })

for (const [which, screens, userOf] of screensByLane)
  screenTest(
    `${which} work while the browser translates them`,
    async ({ openBrowser, seeded, allowConsoleErrors }) => {
      allowConsoleErrors(renderedAnew)
      const as = userOf(seeded)
      const { page } = await openBrowser('User', { ...(as && { as }) })
      await translate(page)
      await page.goto('/forgot')
      for (const path of pathsOf(screens, seeded)) {
        await openInApp(page, path)
        await waitForAnswers(page)
        await expect(page.locator('main font').first(), path).toBeAttached()
        await expectNoCrash(page)
      }
    },
  )

test('people sign up, submit, comment, review and rate while the browser translates the page @long', async ({
  product,
  openBrowser,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(renderedAnew)
  const visitor = await openBrowser('Maya Lindgren')
  await translate(visitor.page)
  await visitor.page.goto('/signup')
  const { page } = visitor
  for (const typed of ['s', 'Sunny', 'Sunny-day-', 'Sunny-day-7'])
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expectNoCrash(page)
  await signUp(visitor)

  await page.goto('/SubmitProject')
  await page.getByRole('button', { name: 'Submit Project' }).click()
  await expect(alertWithText(page, '6 things to fix')).toBeVisible()
  await fillFields(page, { 'Project name': 'Tomato clock' })
  await expectNoCrash(page)
  await submitProject(visitor, { projectName: 'Tomato clock', day: 1 })

  const admin = await openBrowser('Ines Duarte')
  await translate(admin.page)
  await signUpAdmin(admin, product.adminKey)
  await admin.page.goto('/admin/submissions')
  await approveSubmission(admin, 'Tomato clock')
  await rateWithFourStars(admin, 'Tomato clock')

  const kenji = await openBrowser('Kenji', { as: await createParticipant(product, 'Kenji Watanabe') })
  await translate(kenji.page)
  await kenji.page.goto('/leaderboard')
  await expect(podiumPlace(kenji.page, 1)).toContainText('45.0 pts')
  await kenji.page.goto('/ProjectList')
  await expectNoCrash(kenji.page)
})

/** Runs in the page. Writes into a text and removes another one, both replaced by a translator, as React does. */
async function changeReplacedTexts(): Promise<string> {
  const paragraph = document.createElement('p')
  const [day, name] = [new Text('Day 4'), new Text('Maya')]
  paragraph.append(day, name)
  document.body.append(paragraph)
  day.replaceWith(new Text('Tag 4'))
  name.replaceWith(new Text('Maja'))
  await new Promise((resolve) => setTimeout(resolve))
  day.data = 'Day 5'
  paragraph.removeChild(name)
  await new Promise((resolve) => setTimeout(resolve))
  return paragraph.textContent
}

test('a translator that replaces texts by texts hides no change', async ({ openBrowser }) => {
  const { page } = await openBrowser('Maya Lindgren')
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  expect(await page.evaluate(changeReplacedTexts)).toBe('Day 5')
})
