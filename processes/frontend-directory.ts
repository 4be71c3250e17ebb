import { join } from 'node:path'

/** The built frontend. */
export const frontendDirectory = join(import.meta.dirname, '../frontend/dist')
