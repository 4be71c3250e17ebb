type Params = Readonly<Record<string, string>>

/**
 * Collects ids from responses under the names of request parameters: `{discussions: [{_id}]}` yields a `discussionId`.
 * An id that is valid only with another one, such as that of a reply, is also kept as a set with it. Keeps the newest
 * `maxIds` of each.
 */
export function idCollector(maxIds = 40) {
  const idsByName: Record<string, string[]> = {}
  const sets: Params[] = []

  const addId = (name: string, id: string): void => {
    const ids = (idsByName[name] ??= [])
    if (ids.includes(id)) return
    ids.push(id)
    if (ids.length > maxIds) ids.shift()
  }
  const addSet = (params: Params): void => {
    sets.push(params)
    if (sets.length > maxIds) sets.shift()
  }
  const collect = (value: unknown, params: Params, parent = ''): void => {
    if (Array.isArray(value)) return value.forEach((item) => collect(item, params, singular(parent)))
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner !== 'string') collect(inner, params, name)
      else if ((name === '_id' || name === 'id') && parent !== '') {
        addId(`${parent}Id`, inner)
        if (Object.keys(params).length > 0) addSet({ ...params, [`${parent}Id`]: inner })
      } else if (/Id$|^nextCursor$/.test(name)) addId(name === 'nextCursor' ? 'cursor' : name, inner)
    }
  }
  return {
    collect,
    ids: (name: string): readonly string[] => idsByName[name] ?? [],
    /** Returns sets of ids that belong together, one id for each name. */
    idSets: (names: readonly string[]): readonly Params[] =>
      sets.filter(
        (params) => names.every((name) => name in params) && names.length === Object.keys(params).length,
      ),
  }
}

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '')
