// The functions that pages call, made of what module.cpp offers: packs an input, calls, unpacks the answer (packed.h says
// how both are laid out). Knows no topic and no field: names come from the module. Becomes part of each module's script.

/**
 * @param {(options: any) => Promise<any>} create Emscripten's factory
 * @param {() => Uint8Array | Promise<Uint8Array>} bytes of the module
 */
function attnFace(create, bytes) {
  const NOTHING = 0,
    NO = 1,
    YES = 2,
    NUMBER = 3,
    TEXT = 4,
    HALF_TEXT = 5,
    NUMBERS = 6,
    LIST = 7,
    OBJECT = 8,
    OTHER = 9;
  const TOO_MANY = 10,
    TOO_DEEP = 11,
    MATRIX = 12,
    MASK = 13,
    REFUSAL = 14;
  const HALF = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
  const lengthOfView = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'length').get;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  // ---- JavaScript to words ----

  /** Room for the packed input: one buffer seen as words, numbers and bytes. */
  let room = { buffer: null, words: null, numbers: null, bytes: null };
  let used = 0; // words
  let left = 0; // how many more values this call may hold
  const OVERFULL = new Error('more values than a call may hold');
  let most = { numbers: 0, items: 0, characters: 0, nesting: 0 };

  function grow(words) {
    if (room.buffer && words <= room.numbers.length) return;
    const before = room.bytes;
    const buffer = new ArrayBuffer(8 * Math.max(1024, words, room.buffer ? 2 * room.numbers.length : 0));
    room = { buffer, words: new Uint32Array(buffer), numbers: new Float64Array(buffer), bytes: new Uint8Array(buffer) };
    if (before) room.bytes.set(before);
  }

  function head(tag, size) {
    grow(used + 1);
    room.words[2 * used] = tag;
    room.words[2 * used + 1] = size;
    used += 1;
  }

  function number(value) {
    grow(used + 1);
    room.numbers[used++] = value;
  }

  function text(value, plainTag) {
    if (value.length > most.characters) return tooMany(value.length, most.characters);
    spend(value.length >> 3);
    const bytesAt = 8 * (used + 1);
    grow(used + 1 + ((value.length * 3 + 7) >> 3));
    let size = 0;
    while (size < value.length) {
      const code = value.charCodeAt(size);
      if (code > 127) break;
      room.bytes[bytesAt + size++] = code;
    }
    let tag = plainTag;
    if (size < value.length) {
      const whole = value.replace(HALF, '\uFFFD');
      if (whole !== value && tag === TEXT) tag = HALF_TEXT;
      size = encoder.encodeInto(whole, room.bytes.subarray(bytesAt)).written;
    }
    head(tag, size);
    used += (size + 7) >> 3;
  }

  function tooMany(count, limit) {
    head(TOO_MANY, limit);
    number(count);
  }

  function spend(values) {
    left -= values;
    if (left < 0) throw OVERFULL;
  }

  /** Of an intact typed array: what its own property says may be anything. */
  function viewLength(view) {
    if (view instanceof DataView) return undefined;
    const length = lengthOfView.call(view);
    if (length > 0) return length;
    try {
      new Uint8Array(view.buffer); // refuses a detached buffer
      return 0;
    } catch {
      return undefined;
    }
  }

  function array(value, length, deep) {
    if (length > most.numbers) return tooMany(length, most.numbers);
    const begin = used;
    let i = 0;
    if (length === 0 || typeof value[0] === 'number') {
      spend(length);
      head(NUMBERS, length);
      grow(used + length);
      for (; i < length; ++i) {
        const entry = value[i];
        if (typeof entry !== 'number') break;
        room.numbers[used++] = entry;
      }
      if (i === length) return;
    }
    used = begin;
    if (length > most.items) return tooMany(length, most.items);
    head(LIST, length);
    for (i = 0; i < length; ++i) pack(value[i], deep + 1);
  }

  function object(value, deep) {
    const keys = Object.keys(value); // own ones: what stands on a prototype was not handed over
    if (keys.length > most.items) return tooMany(keys.length, most.items);
    spend(keys.length);
    head(OBJECT, keys.length);
    for (const key of keys) {
      // A long or broken key is nobody's field; a message quotes its beginning.
      text(key.length > 64 ? key.slice(0, 64) : key, OTHER);
      pack(value[key], deep + 1);
    }
  }

  function pack(value, deep) {
    if (deep > most.nesting) return head(TOO_DEEP, 0);
    switch (typeof value) {
      case 'number':
        head(NUMBER, 0);
        return number(value);
      case 'string':
        return text(value, TEXT);
      case 'boolean':
        return head(value ? YES : NO, 0);
      case 'undefined':
        return head(NOTHING, 0);
      case 'object':
        break;
      default:
        return text(typeof value, OTHER);
    }
    if (value === null) return text('null', OTHER);
    if (Array.isArray(value)) return array(value, value.length, deep);
    if (ArrayBuffer.isView(value)) {
      const length = viewLength(value);
      if (length === undefined) return text(value instanceof DataView ? 'object' : 'a detached array', OTHER);
      return array(value, length, deep);
    }
    if (Object.prototype.toString.call(value) !== '[object Object]') return text('object', OTHER);
    return object(value, deep);
  }

  function packInput(input) {
    used = 0;
    left = most.numbers;
    try {
      pack(input, 0);
    } catch (error) {
      if (error !== OVERFULL) throw error;
      used = 0;
      tooMany(most.numbers + 1, most.numbers);
    }
  }

  // ---- words to JavaScript ----

  /** The module's memory, as it is now: it moves when it grows. */
  let memory = { words: new Uint32Array(0), numbers: new Float64Array(0), bytes: new Uint8Array(0) };
  let next = 0; // the word that is read next
  let namesOf = new Map();

  function look(core) {
    if (memory.bytes.length > 0) return; // a view of memory that has grown is empty
    const { buffer } = core.memory();
    memory = { words: new Uint32Array(buffer), numbers: new Float64Array(buffer), bytes: new Uint8Array(buffer) };
  }

  function namesAt(core, type) {
    let names = namesOf.get(type);
    if (!names) namesOf.set(type, (names = core.fields(type).split('\n').slice(0, -1)));
    return names;
  }

  /** A sentence for the language files: its key, and what fills its places. */
  function phrase(core) {
    const key = unpack(core);
    const list = unpack(core);
    /** @type {Record<string, string>} */
    const values = {};
    for (let i = 0; i < list.length; i += 2) values[list[i]] = list[i + 1];
    return { key, values };
  }

  function unpack(core) {
    const tag = memory.words[2 * next];
    const size = memory.words[2 * next + 1];
    next += 1;
    switch (tag) {
      case NO:
        return false;
      case YES:
        return true;
      case NUMBER:
        return memory.numbers[next++];
      case TEXT: {
        const at = 8 * next;
        next += (size + 7) >> 3;
        return size === 0 ? '' : decoder.decode(memory.bytes.slice(at, at + size));
      }
      case NUMBERS: {
        next += size;
        return memory.numbers.slice(next - size, next);
      }
      case LIST: {
        const list = new Array(size);
        for (let i = 0; i < size; ++i) list[i] = unpack(core);
        return list;
      }
      case MATRIX: {
        const columns = memory.numbers[next++];
        const all = memory.numbers.slice(next, next + size * columns);
        next += size * columns;
        const rows = new Array(size);
        for (let i = 0; i < size; ++i) rows[i] = all.subarray(i * columns, (i + 1) * columns);
        return rows;
      }
      case MASK: {
        const columns = memory.numbers[next++];
        const at = 8 * next;
        next += (size * columns + 7) >> 3;
        const all = memory.bytes.slice(at, at + size * columns);
        const rows = new Array(size);
        for (let i = 0; i < size; ++i) rows[i] = all.subarray(i * columns, (i + 1) * columns);
        return rows;
      }
      case OBJECT: {
        const names = namesAt(core, memory.words[2 * next++]);
        /** @type {any} */
        const result = {};
        for (const field of names) {
          const value = unpack(core);
          if (value !== undefined) result[field] = value;
        }
        return result;
      }
      case REFUSAL: {
        const [code, where, found, wanted] = [unpack(core), unpack(core), unpack(core), unpack(core)];
        const phrases = { found: phrase(core), wanted: phrase(core) };
        return Object.assign(new Error(`${where}: found ${found}, wanted ${wanted}`), {
          code,
          where,
          found,
          wanted,
          phrases,
        });
      }
      default:
        return undefined; // an option that is not there
    }
  }

  // ---- calls ----

  /** @type {any} */
  let core;
  let restarted = Promise.resolve();

  /** After anything but an answer the instance cannot be trusted: it is dropped, and another one is started. */
  function crash(reason) {
    core = undefined;
    restarted = begin();
    restarted.catch(() => {});
    return crashed(`the engine stopped: ${reason}`, reason);
  }

  function crashed(message, cause) {
    return Object.assign(new Error(message), { code: 'crashed', cause });
  }

  function ask(index, input) {
    if (!core) throw crashed('the engine is being started again');
    packInput(input);
    let answer;
    try {
      const at = core.reserve(used);
      look(core);
      memory.bytes.set(room.bytes.subarray(0, 8 * used), at);
      core.call(index);
      look(core);
      next = core.answer() >>> 3;
      answer = unpack(core);
      core.release();
    } catch (reason) {
      throw crash(reason);
    }
    if (room.numbers.length > 1 << 17) room = { buffer: null, words: null, numbers: null, bytes: null };
    if (answer instanceof Error) throw answer;
    return answer;
  }

  async function begin() {
    const started = await create({ wasmBinary: await bytes() });
    memory = { words: new Uint32Array(0), numbers: new Float64Array(0), bytes: new Uint8Array(0) };
    namesOf = new Map();
    most = { numbers: started.most(0), items: started.most(1), characters: started.most(2), nesting: started.most(3) };
    core = started;
  }

  return begin().then(() => {
    /** @type {any} */
    const attn = {};
    core
      .names()
      .split('\n')
      .slice(0, -1)
      .forEach((topic, index) => {
        attn[topic] = (input) => ask(index, input);
      });
    Object.defineProperty(attn, 'restarted', { get: () => restarted });
    Object.defineProperty(attn, 'heapBytes', { value: () => core.memory().length }); // for tests
    return attn;
  });
}
