import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { createParticipant, createProject } from './support/api.ts'
import { fillFields } from './support/page-actions.ts'
import { test } from './support/product-fixtures.ts'

const replies = (page: Page) => page.getByRole('list', { name: 'Replies' }).getByRole('listitem')
const feed = (page: Page) => page.getByRole('list', { name: 'Activity Feed' }).getByRole('listitem')
const live = (page: Page) => page.getByRole('button', { name: /^Live/ })

test('two people talk in a discussion, and each sees live what the other one wrote', async ({
  product,
  openBrowser,
}) => {
  const { page: maya } = await openBrowser('Maya', { as: await createParticipant(product, 'Maya Lindgren') })
  const { page: kenji } = await openBrowser('Kenji', {
    as: await createParticipant(product, 'Kenji Watanabe'),
  })
  await kenji.goto('/community?tab=discussions')
  await expect(kenji.getByText('No discussions yet')).toBeVisible()
  await expect(live(kenji)).toBeVisible()

  await maya.goto('/community?tab=discussions')
  await maya.getByRole('button', { name: 'Start a discussion' }).click()
  await fillFields(maya, {
    Title: 'How do you test drag and drop?',
    Text: 'My board works by hand.\n\nWhat do you do?',
  })
  await maya.getByRole('button', { name: 'Start discussion' }).click()
  await expect(maya.getByRole('heading', { level: 2, name: 'How do you test drag and drop?' })).toBeVisible()
  await expect(live(maya)).toBeVisible()

  await kenji.getByRole('link', { name: 'How do you test drag and drop?' }).click()
  await fillFields(kenji, { 'Your reply': 'With the <b>keyboard</b> first.' })
  await kenji.getByRole('button', { name: 'Post reply' }).click()
  await expect(replies(kenji)).toHaveCount(1)
  await expect(kenji.getByRole('textbox', { name: 'Your reply' })).toHaveValue('')

  await expect(replies(maya)).toHaveCount(1)
  await expect(replies(maya).first()).toContainText('Kenji Watanabe')
  await expect(replies(maya).first()).toContainText('With the <b>keyboard</b> first.')
  // Others' texts can only be deleted by their authors and by admins.
  await expect(replies(maya).getByRole('button', { name: 'Delete' })).toHaveCount(0)

  await replies(kenji).getByRole('button', { name: 'Delete' }).click()
  await kenji.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(maya.getByText('No replies yet. Write the first one.')).toBeVisible()

  await maya.getByRole('button', { name: 'Delete' }).click()
  await maya.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(maya).toHaveURL('/community?tab=discussions')
  await expect(kenji.getByText('This discussion was deleted')).toBeVisible()
})

test('a new activity is announced, and moves nothing until the user shows it', async ({
  product,
  openBrowser,
}) => {
  const kenji = await createParticipant(product, 'Kenji Watanabe')
  const { page } = await openBrowser('Maya', { as: await createParticipant(product, 'Maya Lindgren') })
  await page.goto('/community')
  await expect(feed(page)).toHaveCount(2)
  await expect(live(page)).toBeVisible()
  await createProject(product, kenji, { projectName: 'Ballot box', day: 3 })
  const show = page.getByRole('button', { name: 'Show 1 new' })
  await expect(show).toBeVisible()
  await expect(page.getByText('1 new activity')).toBeAttached()
  await expect(feed(page)).toHaveCount(2)
  await show.click()
  await expect(feed(page)).toHaveCount(3)
  await expect(feed(page).first()).toContainText(/Kenji Watanabe.*submitted Day 3.*Ballot box/s)
  await expect(page.getByRole('list', { name: 'Top contributors' })).toContainText('Kenji Watanabe')

  await page.getByRole('tab', { name: 'Members 2' }).click()
  await expect(page).toHaveURL('/community?tab=members')
  await page.getByRole('searchbox', { name: 'Find a member' }).fill('kenji')
  await expect(page.getByRole('table', { name: 'Members' }).getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row', { name: /Kenji Watanabe/ })).toContainText('Participant')
})
