/** A number for each user and day, for hundreds of thousands of them. */
export class DayNumbers {
  readonly #byUser = new Map<string, (number | undefined)[]>()

  get(user: string, day: number): number | undefined {
    return this.#byUser.get(user)?.[day]
  }

  set(user: string, day: number, value: number): void {
    const known = this.#byUser.get(user)
    if (known) known[day] = value
    else
      this.#byUser.set(
        user,
        Array.from({ length: day + 1 }, (_, index) => (index === day ? value : undefined)),
      )
  }
}
