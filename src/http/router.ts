import type { Exchange } from "./exchange.ts";
import type { LaneName } from "./gate.ts";
import { PathTree } from "./path-tree.ts";
import { Endpoint, runUnrouted, type Call, type Face, type Resource } from "./pipeline.ts";
import type { RouteBase } from "./route.ts";
import type { Server } from "./server.ts";
import type { HttpRequest } from "../wire/http-request.ts";
import type { HttpResponse } from "../wire/http-response.ts";

/** Where a request goes. */
export interface Destination {
  readonly isApi: boolean;
  /** The lane of its reads; undefined if they never wait. */
  readonly lane: LaneName | undefined;
  /** Reads nothing that may be kept: it need not look for changes, nor wait for a database that is away. */
  readonly isStatic: boolean;
  /** Whether it takes this request. Others may share its path. */
  accepts?(request: HttpRequest): boolean;
  serve(exchange: Exchange): HttpResponse | Promise<HttpResponse>;
}

export interface Mount<R> {
  /** Path of the face's root; empty at the top. */
  root: string;
  routes: readonly R[];
  lane: LaneName | undefined;
  isStatic?: boolean;
}

/** All paths of one host, across faces. Finds the route for a path and a method. */
export class Router {
  #tree = new PathTree<Destination[]>();
  #roots: { root: string; prefix: string; nowhere: Destination }[] = [];

  constructor(private server: Server) {}

  /** If two faces have the same path, the one mounted first gets the requests it accepts. */
  mount<R extends RouteBase<C, A>, C extends Call, A>(
    face: Face<R, C, A>,
    { root, routes, lane, isStatic = false }: Mount<R>,
  ) {
    for (const [path, here] of Map.groupBy(routes, (route) => route.path))
      this.#add(
        root + path || "/",
        new MountedResource(this.server, face, { label: root + path || "/", path, lane, isStatic }, here),
      );
    return this;
  }

  /** The same routes at a second path, labelled as the first, for the requests that `accepts` lets through. */
  alias(path: string, original: string, accepts: Destination["accepts"]) {
    const there = this.#tree.find(original)!.what[0]!;
    const alias: Destination = {
      isApi: there.isApi,
      lane: there.lane,
      isStatic: there.isStatic,
      serve: (exchange) => there.serve(exchange),
      ...(accepts && { accepts }),
    };
    this.#add(path, alias);
  }

  /** Gives a face all paths below a root that have no route. */
  own<R extends RouteBase<C, A>, C extends Call, A>(face: Face<R, C, A>, root: string, lane: LaneName | undefined) {
    const { server } = this;
    const serve = (exchange: Exchange) => runUnrouted(server, face, exchange, undefined);
    this.#roots.push({ root, prefix: `${root}/`, nowhere: { isApi: face.isApi, lane, isStatic: false, serve } });
    return this;
  }

  find(path: string, exchange: Exchange): Destination {
    const found = this.#tree.find(path);
    if (found) {
      exchange.params = found.params;
      for (const one of found.what) if (!one.accepts || one.accepts(exchange.request)) return one;
    }
    return this.#nowhere(path);
  }

  #nowhere(path: string): Destination {
    return this.#roots.find(({ root, prefix }) => path === root || path.startsWith(prefix))!.nowhere;
  }

  #add(path: string, destination: Destination) {
    this.#tree.at(path, () => []).push(destination);
  }
}

/** The routes of one face at one path. */
class MountedResource<R extends RouteBase<C, A>, C extends Call, A> implements Destination, Resource {
  readonly isApi: boolean;
  readonly path: string;
  readonly lane: LaneName | undefined;
  readonly isStatic: boolean;
  readonly allow: string;
  readonly #label: string;
  readonly #endpoints: ReadonlyMap<string, Endpoint<R, C, A>>;

  constructor(
    private server: Server,
    private face: Face<R, C, A>,
    { label, path, lane, isStatic }: { label: string; path: string; lane: LaneName | undefined; isStatic: boolean },
    routes: readonly R[],
  ) {
    this.isApi = face.isApi;
    this.path = path;
    this.lane = lane;
    this.isStatic = isStatic;
    this.allow = routes.map(({ method }) => (method === "GET" ? "GET, HEAD" : method)).join(", ");
    this.#label = label;
    this.#endpoints = new Map(routes.map((route) => [route.method, new Endpoint(server, face, route)]));
  }

  /** HEAD is a GET whose body the server omits. */
  serve(exchange: Exchange): HttpResponse | Promise<HttpResponse> {
    exchange.route = this.#label;
    const { method } = exchange;
    const endpoint = this.#endpoints.get(method === "HEAD" ? "GET" : method);
    return endpoint ? endpoint.run(exchange) : runUnrouted(this.server, this.face, exchange, this);
  }
}
