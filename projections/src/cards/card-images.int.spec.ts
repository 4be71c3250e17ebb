import { PassThrough } from 'node:stream'
import { untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import type { SvgRenderer } from '@thirty/infra/images/svg-renderer.ts'
import { MediaUnavailable, type Media } from '@thirty/infra/media/media.ts'
import { projectFacts as project } from '@thirty/projections/testing/card-facts.ts'
import { expect, test, vi } from 'vitest'
import { cardImages } from './card-images.ts'

/** Returns the cards of a project, and counts what they do. */
function setUp() {
  const shown = { project }
  const render = vi.fn<SvgRenderer['render']>(async (draw) => Buffer.from(await draw()))
  const open = vi.fn<Media['open']>(async () => undefined)
  const cards = cardImages({
    facts: {
      project: async () => shown.project,
      participant: async () => undefined,
      certificate: async () => undefined,
    },
    media: { open },
    renderer: { render, textWidth: () => 10 },
  })
  const draw = async () => (await cards.project('p', 'en'))?.draw()
  return { cards, shown, render, open, draw }
}

test('a card is drawn once for all who request it, and again when something that it shows changes', async () => {
  const { cards, shown, render, draw } = setUp()
  const version = (await cards.project('p', 'en'))?.version
  await Promise.all([draw(), draw(), draw()])
  await draw()
  expect(render).toHaveBeenCalledTimes(1)
  shown.project = { ...project, averageRating: 4.5 }
  expect((await cards.project('p', 'en'))?.version).not.toBe(version)
  await draw()
  expect(render).toHaveBeenCalledTimes(2)
  expect((await cards.project('p', 'de'))?.version).not.toBe((await cards.project('p', 'en'))?.version)
  expect(await cards.participant('nobody', 'en')).toBeUndefined()
})

test('a card whose image the store did not send is not kept', async () => {
  const { render, open, draw } = setUp()
  open.mockRejectedValueOnce(new MediaUnavailable())
  expect(await draw()).toMatchObject({ isComplete: false })
  const broken = new PassThrough()
  open.mockResolvedValueOnce({
    size: 9,
    content: broken.on('newListener', () => broken.destroy(new Error())),
  })
  expect(await draw()).toMatchObject({ isComplete: false })
  open.mockResolvedValueOnce({ size: 4, content: new PassThrough().end('none') })
  // A file that is not an image will never be one.
  expect(await draw()).toMatchObject({ isComplete: true })
  await draw()
  expect(render).toHaveBeenCalledTimes(3)
})

test('nothing is loaded or measured for a card that waits', async () => {
  const { open, render, draw } = setUp()
  render.mockRejectedValueOnce(untranslated('busy', 'Busy'))
  await expect(draw()).rejects.toThrow('Busy')
  expect(open).not.toHaveBeenCalled()
  await draw()
  expect(open).toHaveBeenCalledOnce()
})
