import { z } from 'zod'

/** An id in a path. Ids of this product are shorter; a text of another form leads to 404, not to 400. */
export const idParam = z.string().max(100)

export const userParams = z.object({ userId: idParam })

export const projectParams = z.object({ projectId: idParam })
