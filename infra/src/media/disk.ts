import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { checkName, mediaName, type Media, type OpenPicture } from './media.ts'

const unfinished = /^\.[0-9a-f-]{36}\.tmp$/

/** Pictures as files of one directory, which is made if need be. Leftovers of a crash are swept away. */
export async function diskMedia(directory: string): Promise<Media> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  for (const name of await readdir(directory))
    if (unfinished.test(name)) await rm(join(directory, name), { force: true })
  const fileOf = (name: string): string | undefined =>
    mediaName.test(name) ? join(directory, name) : undefined

  return {
    put: async (name, content) => {
      checkName(name)
      await writeWhole(directory, join(directory, name), content)
    },
    open: async (name) => {
      const file = fileOf(name)
      const handle = file && (await open(file, 'r').catch(missing))
      return handle ? openPicture(handle) : undefined
    },
    remove: async (name) => {
      const file = fileOf(name)
      if (!file) return
      await rm(file, { force: true })
      await syncDirectory(directory)
    },
    close: async () => undefined,
  }
}

async function openPicture(handle: FileHandle): Promise<OpenPicture> {
  try {
    const { size } = await handle.stat()
    // The stream closes the file when it ends or is destroyed.
    return { size, content: handle.createReadStream() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Under its name there is the whole content or nothing, also after a power cut. */
async function writeWhole(directory: string, file: string, content: Uint8Array): Promise<void> {
  const draft = join(directory, `.${randomUUID()}.tmp`)
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncDirectory(directory)
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function missing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
