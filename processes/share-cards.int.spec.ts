import { expect, test } from 'vitest'
import { productOfTest } from './testing/product.ts'

test('nobody sees the card of a rejected project, of an unranked user, or of what does not exist', async () => {
  const product = await productOfTest()
  const get = (path: string) => product.ask({ method: 'GET', path: `/api/cards/${path}` })
  const [owner, admin] = [await product.participant(), await product.admin()]
  const id = await product.submitProject(owner)
  await product.send(admin, `PUT /api/projects/${id}`, { status: 'rejected' })
  const none = ['projects/none', `users/${admin.id}`, 'users/none', `certificates/${'A'.repeat(38)}`]
  for (const path of [`projects/${id}`, ...none])
    expect([path, (await get(path)).status]).toEqual([path, 404])
  expect((await get(`users/${owner.id}`)).status).toBe(200)
})
