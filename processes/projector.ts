import { operationsApp } from '@thirty/infra/http/operations.ts'
import type { Ending } from './ending.ts'
import type { FrontDoor } from './front-door.ts'
import { operationsOf, type House } from './house.ts'
import { openReadSide } from './read-side.ts'

/** Feeds views, and answers nobody but those who run it. */
export async function project(house: House, door: FrontDoor, ending: Ending): Promise<void> {
  const { vitals, ready } = await openReadSide(house, ending)
  door.serve(operationsApp(operationsOf(house, vitals.health)))
  await ready
}
