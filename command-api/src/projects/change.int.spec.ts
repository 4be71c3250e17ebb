import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { countStatuses } from '@thirty/command-api/testing/test-app.ts'
import { day4ProjectId, projectsApp, projectFields } from '@thirty/command-api/testing/projects-app.ts'

const app = appForFile(projectsApp)

test('of two concurrent reviews, one is accepted', async () => {
  const ana = app.createParticipant()
  await app.submit(ana)
  const responses = await Promise.all([
    app.review(day4ProjectId(ana), { status: 'approved' }),
    app.review(day4ProjectId(ana), { status: 'rejected' }),
  ])
  expect(countStatuses(responses)).toEqual({ 200: 1, 409: 1 })
})

test('an approved project does not change, even if it is revised or withdrawn at the same time', async () => {
  const possibleHistories = ['ProjectApproved', 'ProjectRevised ProjectApproved', 'ProjectWithdrawn']
  for (const [method, body] of [
    ['PUT', { ...projectFields, description: 'Better.' }],
    ['DELETE', undefined],
  ] as const) {
    for (let round = 0; round < 10; round += 1) {
      const ana = app.createParticipant()
      await app.submit(ana)
      const change = body && { ...body, imageUrl: ana.imageUrl }
      const responses = await Promise.all([
        app.review(day4ProjectId(ana), { status: 'approved' }),
        app.http.call(method, `/api/projects/${day4ProjectId(ana)}`, change, { token: ana.token }),
      ])
      const [submitted, ...laterTypes] = await app.typesOf(day4ProjectId(ana))
      expect([submitted, possibleHistories.includes(laterTypes.join(' '))]).toEqual([
        'ProjectSubmitted',
        true,
      ])
      expect(laterTypes).toHaveLength(responses.filter(({ status }) => status === 200).length)
    }
  }
})
