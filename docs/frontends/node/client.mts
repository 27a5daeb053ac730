/** A client of the protocol: it starts `lineit rpc`, and asks it. The types say what each method takes and returns. */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Methods, ProtocolError } from "../../../spec/schemas/lineit.d.ts";

/** The refusal of a request. `error` says why, as data. */
export class Refused extends Error {
  constructor(readonly error: ProtocolError) {
    super(error.message);
  }
}

interface Answer {
  id: number;
  result?: unknown;
  error?: ProtocolError;
}

export class Client {
  private asked = 0;
  private readonly waiting = new Map<number, [(result: any) => void, (why: Error) => void]>();
  private readonly server;

  /** Start a server of the protocol, such as `["lineit", "rpc"]`. */
  constructor([command, ...options]: [string, ...string[]]) {
    this.server = spawn(command, options, { stdio: ["pipe", "pipe", "inherit"] });
    this.server.stdin.on("error", () => {}); // it has ended, and "close" tells so
    this.server.on("error", (why) => this.end(why));
    this.server.on("close", (code) => this.end(new Error(`the server ended with ${code}`)));
    createInterface({ input: this.server.stdout }).on("line", (line) => this.take(JSON.parse(line)));
  }

  /** Return the result of a method. Throws `Refused`, or another error if the server has ended. */
  ask<M extends keyof Methods>(method: M, params: Methods[M]["params"]): Promise<Methods[M]["result"]> {
    const id = ++this.asked;
    return new Promise((resolve, reject) => {
      if (this.server.exitCode !== null) return reject(new Error("the server has ended"));
      this.waiting.set(id, [resolve, reject]);
      this.server.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
    });
  }

  /** End the server. */
  close(): void {
    this.server.stdin.end();
  }

  private take({ id, result, error }: Answer): void {
    const [resolve, reject] = this.waiting.get(id) ?? [];
    this.waiting.delete(id);
    if (error) reject?.(new Refused(error));
    else resolve?.(result);
  }

  private end(why: Error): void {
    for (const [, reject] of this.waiting.values()) reject(why);
    this.waiting.clear();
  }
}
