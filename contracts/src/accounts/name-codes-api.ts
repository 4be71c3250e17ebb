import { z } from 'zod'
import { standIns, type StandIn } from './stand-ins.ts'

// Safe: these are its keys.
const codes = Object.keys(standIns) as StandIn[]

/**
 * A field of objects in responses that says which of their names stand for somebody without an account, such as "Deleted participant": the
 * code of each, by the name of its field. Missing if all are names of people.
 */
export const nameCodes = z.record(z.string(), z.enum(codes)).optional()
