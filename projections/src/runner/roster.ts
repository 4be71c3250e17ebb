import type { ViewKey } from '@thirty/infra/views/views.ts'
import type { Lane } from './lane.ts'

/** The lanes that are fed here, by the name of their view. */
export class Roster {
  readonly #lanes = new Map<string, Lane>()
  readonly #onFed: (view: ViewKey, isFed: boolean) => void

  /** `onFed` hears when a view begins and ends to be fed. */
  constructor(onFed: (view: ViewKey, isFed: boolean) => void) {
    this.#onFed = onFed
  }

  get isEmpty(): boolean {
    return this.#lanes.size === 0
  }

  lane(name: string): Lane | undefined {
    return this.#lanes.get(name)
  }

  all(): Lane[] {
    return [...this.#lanes.values()]
  }

  add(lanes: readonly Lane[]): void {
    for (const lane of lanes) {
      this.#lanes.set(lane.view.name, lane)
      this.#onFed(keyOf(lane), true)
    }
  }

  /** Forgets lanes that are over; answers whether there were any. */
  prune(): boolean {
    const over = this.all().filter((lane) => lane.isOver())
    for (const lane of over) {
      this.#lanes.delete(lane.view.name)
      this.#onFed(keyOf(lane), false)
    }
    return over.length > 0
  }
}

const keyOf = ({ view: { name, version } }: Lane): ViewKey => ({ name, version })

/** Position of the slowest lane that still moves; `undefined` if there is none. */
export function slowest(lanes: readonly Lane[]): bigint | undefined {
  let least: bigint | undefined
  for (const lane of lanes)
    if (!lane.poison && lane.isFed() && (least === undefined || lane.position() < least))
      least = lane.position()
  return least
}
