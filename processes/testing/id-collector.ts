type Params = Readonly<Record<string, string>>

/**
 * Gathers ids from answers, by the name under which a later request would give them: `{discussions: [{_id}]}` is a
 * `discussionId`. What was made under something else is kept together with it. The newest are kept.
 */
export function idCollector(most = 40) {
  const gathered: Record<string, string[]> = {}
  const together: Params[] = []

  const keep = (name: string, id: string): void => {
    const ids = (gathered[name] ??= [])
    if (ids.includes(id)) return
    ids.push(id)
    if (ids.length > most) ids.shift()
  }
  const keepTogether = (params: Params): void => {
    together.push(params)
    if (together.length > most) together.shift()
  }
  const gather = (value: unknown, params: Params, of = ''): void => {
    if (Array.isArray(value)) return value.forEach((one) => gather(one, params, singular(of)))
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner !== 'string') gather(inner, params, name)
      else if ((name === '_id' || name === 'id') && of !== '') {
        keep(`${of}Id`, inner)
        if (Object.keys(params).length > 0) keepTogether({ ...params, [`${of}Id`]: inner })
      } else if (/Id$|^nextCursor$/.test(name)) keep(name === 'nextCursor' ? 'cursor' : name, inner)
    }
  }
  return {
    gather,
    ids: (name: string): readonly string[] => gathered[name] ?? [],
    /** Ids that belong together, one for each of these names. */
    idSets: (names: readonly string[]): readonly Params[] =>
      together.filter(
        (params) => names.every((name) => name in params) && names.length === Object.keys(params).length,
      ),
  }
}

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '')
