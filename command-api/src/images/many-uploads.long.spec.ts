import { maxScreenshotBytes } from '@thirty/contracts/images/images.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { imagesApp } from '@thirty/command-api/testing/images-app.ts'
import { countStatuses } from '@thirty/command-api/testing/test-app.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'

const app = appForFile(imagesApp)

test(
  'more uploads at once than fit into the memory for uploads are all answered',
  { timeout: 60_000 },
  async () => {
    const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    // Padded to the greatest size, of which 96 fit into the memory for uploads.
    const photo = Buffer.concat([png, Buffer.alloc(maxScreenshotBytes - png.length)])
    const form = new FormData()
    form.append('projectImage', new Blob([photo]), 'a.png')
    const people = await Promise.all(Array.from({ length: 110 }, () => app.createPerson()))
    const responses = await Promise.all(
      people.map((person) => person.call('POST', '/api/uploads/project-image', form)),
    )
    expect(countStatuses(responses)).toEqual({ 201: 110 })
  },
)
