import { allEvents } from '@thirty/contracts/events/catalogue.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import {
  InvalidIndexEntry,
  type Commit,
  type Document,
  type Upsert,
  type Projection,
} from '@thirty/infra/read-models/read-models.ts'
import type { DocumentChange } from '../registered-projection.ts'

/** An event that a view could not take in: the view's own code threw, or the event is from a newer release. */
export class PoisonEvent extends Error {
  override name = 'Poison'
  readonly event: RecordedEvent
  constructor(event: RecordedEvent, cause: unknown) {
    super(`The event at ${event.position} (${event.type} in ${event.stream}) could not be taken in.`, {
      cause,
    })
    this.event = event
  }
}

/** A document on its way through a step. */
type Slot = { id: string; document: Document | undefined; isStored: boolean; isChanged: boolean }

type Load = (ids: readonly string[]) => Promise<readonly (Document | undefined)[]>

/** What a step changes in the store, and what it changed for those who listen. */
export type Step = Pick<Commit, 'upserts' | 'deletes'> & { changes: readonly DocumentChange[] }

export const emptyStep: Step = { upserts: [], deletes: [], changes: [] }

/** How a step is taken: changes by which events are listed, and whether readers see the view already. */
export type StepOptions = { isPublished?: ((event: RecordedEvent) => boolean) | undefined; isLive: boolean }

/**
 * Takes events into a view, in memory: every touched document is loaded once, and its places are worked out once, at
 * the end. Changes by events that `isHeard` answers yes for are listed. Throws `Poison`.
 */
export async function computeStep(
  view: Projection,
  events: readonly RecordedEvent[],
  load: Load,
  { isPublished: isHeard, isLive }: StepOptions,
): Promise<Step> {
  const slots = new Map<string, Slot>()
  const touches: Touch[] = []
  for (const event of events) addTouches(view, event, slots, touches)
  const touched = [...slots.values()]
  const documents = await load([...slots.keys()])
  touched.forEach((slot, at) => {
    slot.document = documents[at]
    slot.isStored = slot.document !== undefined
  })
  const changes: DocumentChange[] = []
  for (const touch of touches) evolve(view, touch, isHeard, changes)
  return { ...changedOf(view, touched, { events, isLive }), changes }
}

/** One event, lifted to the newest version of its type, and one of the documents that it touches. */
type Touch = { event: RecordedEvent; slot: Slot }

function addTouches(
  view: Projection,
  event: RecordedEvent,
  slots: Map<string, Slot>,
  touches: Touch[],
): void {
  try {
    const isHandled = isEventOf(view.events ?? allEvents, event)
    if (view.events !== undefined && !isHandled) return
    for (const id of view.documentIds(event)) touches.push({ event, slot: slotOf(id, slots) })
  } catch (cause) {
    throw new PoisonEvent(event, cause)
  }
}

function slotOf(id: string, slots: Map<string, Slot>): Slot {
  let slot = slots.get(id)
  if (!slot) slots.set(id, (slot = { id, document: undefined, isStored: false, isChanged: false }))
  return slot
}

function evolve(
  view: Projection,
  { event, slot }: Touch,
  isHeard: ((event: RecordedEvent) => boolean) | undefined,
  changes: DocumentChange[],
): void {
  const before = slot.document
  try {
    slot.document = view.evolve(before, event, slot.id)
  } catch (cause) {
    throw new PoisonEvent(event, cause)
  }
  if (slot.document === before) return
  slot.isChanged = true
  if (isHeard?.(event)) changes.push({ event, id: slot.id, before, after: slot.document })
}

/** The places of a document. Throws `BadPlace` for one that cannot be compared: it would spoil the order for everybody. */
function placesOf(view: Projection, document: Document, id: string): Upsert['indexEntries'] {
  const places = sayPlaces(view, document, id)
  for (const name in places) {
    if (!Number.isFinite(places[name]?.score))
      throw new InvalidIndexEntry(`${id} has no number as its place in ${name}.`)
  }
  return places
}

function sayPlaces(view: Projection, document: Document, id: string): Upsert['indexEntries'] {
  try {
    return view.indexEntries(document, id)
  } catch (cause) {
    throw new InvalidIndexEntry(`The places of ${id} cannot be worked out.`, { cause })
  }
}

/**
 * Works its places out whenever it is asked. A store that grows without order asks once, at the end, and keeps none of
 * them; most of a replay's documents change many times before.
 */
class EvolvedPut implements Upsert {
  readonly id: string
  readonly document: Document
  readonly #view: Projection
  constructor(view: Projection, document: Document, id: string) {
    this.id = id
    this.document = document
    this.#view = view
  }

  get indexEntries(): Upsert['indexEntries'] {
    return placesOf(this.#view, this.document, this.id)
  }
}

/** Keeps its places: a view that readers see is asked for them at once, and again when the document changes. */
const placed = (view: Projection, document: Document, id: string): Upsert => ({
  id,
  document,
  indexEntries: placesOf(view, document, id),
})

function changedOf(
  view: Projection,
  slots: readonly Slot[],
  { events, isLive }: { events: readonly RecordedEvent[]; isLive: boolean },
): Pick<Commit, 'upserts' | 'deletes'> {
  const puts: Upsert[] = []
  const deletes: string[] = []
  try {
    for (const { id, document, isStored, isChanged } of slots) {
      if (!isChanged) continue
      if (document) {
        puts.push(isLive ? placed(view, document, id) : new EvolvedPut(view, document, id))
      } else if (isStored) deletes.push(id)
    }
  } catch (cause) {
    // With several events it may have been any of them; whoever asks takes them one at a time then.
    const last = events.at(-1)
    throw last ? new PoisonEvent(last, cause) : cause
  }
  return { upserts: puts, deletes }
}
