import { expect } from '@playwright/test'
import {
  createAdmin,
  createDiscussion,
  createParticipant,
  createProject,
  rateProject,
  reviewProject,
} from './support/api.ts'
import { chooseLanguage } from './support/languages.ts'
import { password } from './support/page-actions.ts'
import { test } from './support/product-fixtures.ts'

test('a deleted account has a German name on every screen that shows it @long', async ({
  product,
  openBrowser,
}) => {
  test.setTimeout(90_000)
  const admin = await createAdmin(product, 'Ines Duarte')
  const maya = await createParticipant(product, 'Maya Lindgren')
  const gone = await createParticipant(product, 'Kenji Watanabe')
  const ownProject = await createProject(product, maya, { projectName: 'Quick show', day: 1 })
  const project = await createProject(product, gone, { projectName: 'Ballot box', day: 1 })
  await reviewProject(product, admin, project, { status: 'approved' })
  await rateProject(product, admin, project, 5)
  await rateProject(product, gone, ownProject, 4)
  await createDiscussion(product, gone, 'How do you test drag and drop?')
  const deletion = await fetch(`${product.url}/api/auth/account`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${gone.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  })
  expect(deletion.status).toBe(200)

  const screens: [typeof maya, string[]][] = [
    [
      maya,
      [
        '/dashboard',
        '/leaderboard',
        '/community',
        '/community?tab=discussions',
        `/project/${project}`,
        `/projects/${ownProject}/ratings`,
        `/projects/${project}/ratings`,
        `/u/${gone._id}`,
      ],
    ],
    [
      admin,
      ['/admin/leaderboard', '/admin/submissions', '/admin/audit', `/admin/users/${gone._id}/projects`],
    ],
  ]
  for (const [user, paths] of screens) {
    const { page } = await openBrowser(user.fullName, { as: user })
    await chooseLanguage(page, product.url, 'de')
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByText('Gelöschtes Konto').first(), path).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect([path, (await page.content()).includes('Deleted participant')]).toEqual([path, false])
    }
  }
})
