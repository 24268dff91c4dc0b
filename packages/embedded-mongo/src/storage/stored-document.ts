import type { Document } from 'bson'
import { parseDocument } from './codec.ts'
import { fieldsOf, pickFields, type RawField } from './raw-document.ts'

/** Documents up to this length are parsed as a whole, which then costs less than to choose fields. */
export const SMALL_BYTES = 512

/** A stored document; only the needed parts are parsed. */
export class StoredDocument {
  readonly docKey: Buffer
  readonly raw: Buffer
  #document: Document | undefined
  #fields: RawField[] | undefined

  constructor(docKey: Buffer, raw: Buffer, document?: Document) {
    this.docKey = docKey
    this.raw = raw
    this.#document = document
  }

  /** The top-level fields, without their values. */
  get fields(): RawField[] {
    this.#fields ??= fieldsOf(this.raw)
    return this.#fields
  }

  /** Parsed once and shared: not to be modified, see `take`. */
  get document(): Document {
    this.#document ??= parseDocument(this.raw)
    return this.#document
  }

  field(name: string): RawField | undefined {
    return this.fields.find((field) => field.name === name)
  }

  /** Returns the document with at least these top-level fields, null for all: shared as `document` is. */
  part(names: ReadonlySet<string> | null): Document {
    if (!names || this.#document || this.raw.length <= SMALL_BYTES) return this.document
    return parseDocument(this.pick((field) => names.has(field)))
  }

  /** Returns the document for the caller to modify; `document` is then parsed again. */
  take(): Document {
    const document = this.document
    this.#document = undefined
    return document
  }

  /** Returns the BSON of a document with only these top-level fields. */
  pick(isPicked: (field: string) => boolean): Buffer {
    return pickFields(this.raw, this.fields, isPicked)
  }
}
