// Checks that every image exists that a project of any run or a profile shows: a run may be restored.

import { readdir } from 'node:fs/promises'
import { catalogue } from '@thirty/contracts/events/catalogue.ts'
import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import {
  evolveStatus,
  isPresent,
  isStatusEvent,
  statusEvents,
} from '@thirty/contracts/projects/project-life.ts'
import { deletionEvents, userEvents } from '@thirty/contracts/accounts/events.ts'
import { thumbnailOf } from '@thirty/contracts/images/images.ts'
import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { imageNamePattern, type Media } from '@thirty/infra/media/media.ts'
import { withNoun } from '../shell-context.ts'
import { errorMessage, findingOf, unlessMissing, type Finding } from './finding.ts'

const showingEvents = { ...statusEvents, ...pickEvents(userEvents, 'ProfileImageChanged'), ...deletionEvents }

const finding = findingOf('images')

/** `folder` is where images are files; without it, unreferenced images are not counted. */
export async function checkImages(
  log: Pick<EventLog, 'readAll'>,
  media: Pick<Media, 'open'>,
  folder: string | undefined,
): Promise<Finding> {
  try {
    const shown = await shownImages(log)
    const missing: string[] = []
    for (const [image, subject] of shown)
      for (const name of [image, thumbnailOf(image)])
        if (!(await exists(media, name))) missing.push(`${subject} shows ${name}, which does not exist.`)
    const unreferenced = folder === undefined ? undefined : await countUnreferenced(folder, shown)
    const others = unreferenced === undefined ? '' : ` Stored files that nothing shows: ${unreferenced}.`
    if (missing.length > 0)
      return finding('fault', `${withNoun(missing.length, 'image file')} missing.${others}`, missing)
    return finding('fine', `All ${shown.size} images that projects and profiles show exist.${others}`)
  } catch (error) {
    return finding('fault', `The images cannot be checked: ${errorMessage(error)}.`)
  }
}

/** Returns the names of all images that are shown, and by what. */
async function shownImages(log: Pick<EventLog, 'readAll'>): Promise<Map<string, string>> {
  const bySubject = new Map<string, string>()
  for await (const events of log.readAll({ streams: ['project-', 'user-', 'deleted-'] }))
    for (const event of events) recordImage(bySubject, catalogue.upcast(event))
  return new Map([...bySubject].map(([subject, image]) => [image, subject]))
}

function recordImage(bySubject: Map<string, string>, event: RecordedEvent): void {
  if (!isEventOf(showingEvents, event)) return
  if (isStatusEvent(event)) {
    if ('image' in event.data) bySubject.set(event.stream, event.data.image)
    else if (!isPresent(evolveStatus('submitted', event))) bySubject.delete(event.stream)
    return
  }
  switch (event.type) {
    case 'ProfileImageChanged':
      if (event.data.image === null) bySubject.delete(event.stream)
      else bySubject.set(event.stream, event.data.image)
      return
    case 'AccountDeleted':
      bySubject.delete(event.stream.replace(/^deleted-/, 'user-'))
  }
}

async function exists(media: Pick<Media, 'open'>, name: string): Promise<boolean> {
  const image = await media.open(name)
  image?.content.destroy()
  return image !== undefined
}

async function countUnreferenced(folder: string, shown: ReadonlyMap<string, string>): Promise<number> {
  const referenced = new Set([...shown.keys()].flatMap((image) => [image, thumbnailOf(image)]))
  const stored = await unlessMissing(readdir(folder), [])
  return stored.filter((name) => imageNamePattern.test(name) && !referenced.has(name)).length
}
